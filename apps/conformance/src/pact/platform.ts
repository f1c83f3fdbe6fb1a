import type { Deployment } from '../deployment/deployment.ts';
import { addressOf } from '../exchanges/address-of.ts';
import type { Sender } from '../exchanges/send.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Operation } from '../spec/spec.ts';
import type { FieldNames } from './field-names.ts';
import { StateTrouble } from './states/state-trouble.ts';
import { Unreachable } from './states/unreachable.ts';

export interface Call {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** In place of the caller's own credential; null sends none. */
  readonly credential?: string | null | undefined;
}

export interface PlatformAnswer {
  readonly operation: string;
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  /** In the contract's names where bindings have them; undefined when it is no JSON. */
  readonly body: unknown;
}

/** The deployment's public API, as states are arranged through it. */
export interface Platform {
  /** @throws StateTrouble when no answer comes */
  readonly ask: (operation: string, call?: Call) => Promise<PlatformAnswer>;
  /** @throws Unreachable when the deployment refuses, StateTrouble when it fails */
  readonly succeed: (operation: string, call?: Call) => Promise<PlatformAnswer>;
}

export interface PlatformParts {
  readonly deployment: Deployment;
  readonly operations: readonly Operation[];
  readonly sender: Sender;
  readonly fieldNames: FieldNames;
}

/** Calls operations of the deployment by their id. */
export function createPlatform(parts: PlatformParts): Platform {
  const targets = new Map(parts.operations.map((operation) => [operation.id, operation]));
  const ask = async (id: string, call: Call = {}): Promise<PlatformAnswer> => {
    const operation = targets.get(id);
    if (operation === undefined) throw new Error(`The contract has no operation ${id}.`);
    return send(operation, call, parts);
  };
  return {
    ask,
    async succeed(id, call) {
      const answer = await ask(id, call);
      if (answer.status >= 200 && answer.status < 300) return answer;
      const what = `${id} answered ${answer.status} where the state is made`;
      if (answer.status >= 500) throw new StateTrouble(what);
      throw new Unreachable(`${what}; bindings or stateUrl in the config may help`);
    },
  };
}

async function send(operation: Operation, call: Call, parts: PlatformParts): Promise<PlatformAnswer> {
  const { deployment, sender, fieldNames } = parts;
  const body = call.body === undefined ? undefined : fieldNames.toTheirs(operation.id, call.body);
  const token = call.credential === undefined ? ownCredential(operation, deployment) : call.credential;
  const sent = await sender.send({
    method: operation.method,
    url: placeOf(operation, call, deployment),
    headers: {
      ...(typeof token === 'string' ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const { response, transportError } = sent ?? {};
  if (response === undefined || transportError !== undefined) {
    const why = transportError?.message ?? 'it was not sent';
    throw new StateTrouble(`${operation.id} was not answered where the state is made: ${why}`);
  }
  const json = parseJson(response.body.text);
  return {
    operation: operation.id,
    status: response.status,
    headers: new Map(response.headers),
    body: response.status < 300 ? fieldNames.toOurs(operation.id, json) : json,
  };
}

function ownCredential({ api, secured }: Operation, { credentials }: Deployment): string | undefined {
  if (!secured) return undefined;
  return api === 'workers' ? credentials.apiKey : credentials.jwt;
}

/** Where an operation is at the deployment. @throws Unreachable when it has no such API */
function placeOf({ api, path }: Operation, call: Call, { agentsUrl, baseUrl }: Deployment): string {
  const base = api === 'workers' ? agentsUrl : baseUrl;
  if (base === undefined) throw new Unreachable(`needs the address of the ${api} API`);
  return addressOf(base, path, call.path ?? {});
}
