import { randomBytes } from 'node:crypto';
import type { OddMessage, Step } from '../cases/scenario.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { RawRequest } from './send.ts';

export interface RequestParts {
  readonly step: Step;
  readonly deployment: Deployment;
  readonly agentId: string;
  readonly runId: string | undefined;
  /** Undefined for a read. */
  readonly text: string | undefined;
}

/** The raw request of a step, and the operation that it calls. */
export function buildRequest(parts: RequestParts): { operation: string; request: RawRequest } {
  const { step, deployment, agentId, runId, text } = parts;
  const ndjson = step.transport === 'ndjson' && text !== undefined;
  const path = [ndjson ? 'ndjson' : [], agentId, step.action === 'start' ? [] : (runId ?? '')].flat();
  const url = `${(deployment.agentsUrl ?? '').replace(/\/+$/, '')}/${path.map(encodeURIComponent).join('/')}`;
  const headers = { ...credentialHeader(step, deployment), ...(text === undefined ? {} : jsonHeader) };
  const bodyFor = step.odd === undefined ? plainBody : oddBodies[step.odd];
  const body = text === undefined ? undefined : JSON.stringify(bodyFor(text));
  const method = text === undefined ? 'GET' : step.action === 'start' ? 'POST' : 'PUT';
  return {
    operation: operationOf(method, ndjson),
    request: { method, url, headers, body, isRead: method === 'GET', hangsUp: step.hangsUp },
  };
}

const plainBody = (message: string): object => ({ message });

const oddBodies: Readonly<Record<OddMessage, (text: string) => object>> = {
  number: ({ length }) => ({ message: length }),
  null: () => ({ message: null }),
  list: (text) => ({ message: [text] }),
  'said-by-assistant': (text) => ({ message: text, role: 'assistant' }),
};

const jsonHeader = { 'content-type': 'application/json' };

function operationOf(method: 'GET' | 'POST' | 'PUT', ndjson: boolean): string {
  if (method === 'GET') return 'getRunMessages';
  const name = method === 'POST' ? 'startRun' : 'continueRun';
  return ndjson ? `${name}Ndjson` : name;
}

function credentialHeader(step: Step, { credentials }: Deployment): Record<string, string> {
  if (step.credential === 'missing') return {};
  const key = step.credential === 'own' ? credentials.apiKey : unknownKey(credentials.apiKey);
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

/** As long as a real key, so that only its value can be what is wrong with it. */
function unknownKey(like: string | undefined): string {
  const length = Math.max(16, like?.length ?? 32);
  return randomBytes(length).toString('hex').slice(0, length);
}
