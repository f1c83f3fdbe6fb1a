import { randomBytes } from 'node:crypto';
import type { Probe } from '../cases/probe.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { Exchange } from './exchange.ts';
import type { Sender } from './send.ts';

export interface ProbeOptions {
  readonly deployment: Deployment;
  readonly sender: Sender;
  readonly nextId: () => number;
  readonly redact: (exchange: Exchange) => Exchange;
  readonly record: (exchange: Exchange) => void;
}

/** Where a probe is sent: method and path template of its operation. */
export interface ProbeTarget {
  readonly method: string;
  readonly path: string;
}

/** Sends one probe to the User API; undefined when the run is to send no more. */
export async function sendProbe(
  probe: Probe,
  target: ProbeTarget,
  options: ProbeOptions,
): Promise<Exchange | undefined> {
  const { deployment, sender, nextId } = options;
  const id = nextId();
  const url = urlOf(probe, target, deployment.baseUrl ?? '');
  const sent = await sender.send({ method: target.method, url, headers: credential(probe, deployment) });
  if (sent === undefined) return undefined;
  const exchange = options.redact({
    id,
    scenario: `probe/${probe.operation}`,
    step: 1,
    attempt: 1,
    startedBy: 0,
    operation: probe.operation,
    transport: undefined,
    credential: probe.credential,
    request: { method: target.method, url },
    probe: { kind: probe.kind, parameter: probe.parameter },
    ...sent,
  });
  options.record(exchange);
  return exchange;
}

function urlOf({ path, query }: Probe, target: ProbeTarget, baseUrl: string): string {
  const filled = target.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return `${baseUrl.replace(/\/+$/, '')}${filled}${search === '' ? '' : `?${search}`}`;
}

function credential({ credential: kind }: Probe, { credentials }: Deployment): Record<string, string> {
  if (kind === 'missing') return {};
  const token = kind === 'own' ? credentials.jwt : unknownToken();
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** Of the form of a JWT, signed by nobody. */
function unknownToken(): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'nobody' })}.${randomBytes(32).toString('base64url')}`;
}
