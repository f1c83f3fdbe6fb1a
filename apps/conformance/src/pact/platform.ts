import { randomUUID } from 'node:crypto';
import { attributeText } from '../deployment/field-mapping/attributes.ts';
import type { FieldMapping, WireBody } from '../deployment/field-mapping/field-mapping.ts';
import { filler, isFiller } from '../deployment/field-mapping/filler.ts';
import { lessons } from '../deployment/field-mapping/learn.ts';
import { succeeded } from '../exchanges/exchange.ts';
import type { JsonRecord } from '../json/json-record.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Operation } from '../spec/spec.ts';
import { type Calling, callDeployment, callerWith, type DeploymentAnswer } from './call-deployment.ts';
import { StateTrouble } from './states/state-trouble.ts';
import { Unreachable } from './states/unreachable.ts';
import { writeBody } from './write-body.ts';

export interface Call {
  readonly path?: Readonly<Record<string, string | number>>;
  /** By the contract's names of fields. */
  readonly body?: JsonRecord;
  /** Sent as it stands: a tool's input has names of its own. */
  readonly input?: JsonRecord;
  /** In place of the caller's own credential; null sends none. */
  readonly credential?: string | null | undefined;
}

export interface PlatformAnswer {
  readonly operation: string;
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  /** As it came; undefined when it is no JSON. */
  readonly body: unknown;
  /** The records of a list, in order. */
  readonly items: readonly unknown[];
  /** What the answer, or one of its records, holds in a field of the contract. */
  readonly read: (field: string, record?: unknown) => unknown;
}

/** The deployment's public API, as states are arranged through it. */
export interface Platform {
  /** @throws StateTrouble when no answer comes */
  readonly ask: (operation: string, call?: Call) => Promise<PlatformAnswer>;
  /** @throws Unreachable when the deployment refuses, StateTrouble when it fails */
  readonly succeed: (operation: string, call?: Call) => Promise<PlatformAnswer>;
}

/** Who has to know how states came about. */
export interface Witness {
  /** A name that nothing confirms: what rests on it is no finding. */
  readonly guessed: (guess: string) => void;
  /** Something was written, which may not show at once. */
  readonly wrote: () => void;
}

const noWitness: Witness = { guessed: () => {}, wrote: () => {} };

/**
 * Calls operations of the deployment by their id, in the deployment's own names.
 *
 * @param witness told of what the states that are made rest on
 */
export function createPlatform(calling: Calling, witness: Witness = noWitness): Platform {
  const find = (id: string): Operation => {
    const operation = calling.operations.get(id);
    if (operation === undefined) throw new Error(`The contract has no operation ${id}.`);
    return operation;
  };
  const ask = async (id: string, call: Call = {}): Promise<PlatformAnswer> => {
    const operation = find(id);
    const { answer, written } = await send(operation, call, calling);
    if (written?.certain === false && succeeded(answer.exchange)) witness.guessed(guessIn(operation));
    if (operation.effect !== 'read' && succeeded(answer.exchange)) witness.wrote();
    return toAnswer(operation, answer, { calling, witness });
  };
  return {
    ask,
    async succeed(id, call) {
      const answer = await ask(id, call);
      if (answer.status >= 200 && answer.status < 300) return answer;
      const what = `${id} answered ${answer.status} where the state is made`;
      if (answer.status >= 500) throw new StateTrouble(what);
      throw new Unreachable(`${what}; openapi, bindings or stateUrl in the config may help`);
    },
  };
}

/** That a body was written under guessed names. */
export function guessIn({ id }: Pick<Operation, 'id'>): string {
  return `the field names of ${id} are only guessed; openapi or bindings in the config can tell them`;
}

/** Some deployments want names of which there is one. */
function withOwnTexts(operation: Operation, written: WireBody, fieldMapping: FieldMapping): WireBody {
  const place = { nonce: randomUUID(), id: operation.id, step: 1, attempt: 1 };
  const texts = fieldMapping
    .attributes(operation)
    .filter(({ name, isTold }) => isTold && isFiller(written.body[name] ?? filler))
    .map(({ name }) => [name, attributeText(name, place)]);
  return { ...written, body: { ...written.body, ...Object.fromEntries(texts) } };
}

interface Sent {
  readonly answer: DeploymentAnswer;
  readonly written: WireBody | undefined;
}

/** A refusal that names what a body lacks is learnt from. */
async function send(operation: Operation, call: Call, calling: Calling): Promise<Sent> {
  const { fieldMapping } = calling;
  for (let attempt = 1; ; attempt += 1) {
    const written =
      call.body && withOwnTexts(operation, writeBody(operation, call.body, { fieldMapping }), fieldMapping);
    const answer = await sendOnce(operation, call, { calling, written });
    const { response } = answer.exchange;
    const isLesson =
      written !== undefined &&
      [400, 422].includes(response?.status ?? 0) &&
      attempt <= lessons &&
      fieldMapping.learn(operation, written.body, parseJson(answer.text));
    if (!isLesson) return { answer, written };
  }
}

async function sendOnce(
  operation: Operation,
  call: Call,
  { calling, written }: { readonly calling: Calling; readonly written: WireBody | undefined },
): Promise<DeploymentAnswer> {
  requirePlace(operation, calling);
  const sent = written?.body ?? call.input;
  const answer = await callDeployment(
    {
      contract: operation,
      path: Object.fromEntries(Object.entries(call.path ?? {}).map(([name, value]) => [name, `${value}`])),
      ...callerWith(call.credential, operation, calling.deployment),
      body: sent && JSON.stringify(sent),
      written,
    },
    calling,
  );
  const error = answer?.exchange.transportError;
  if (answer?.exchange.response !== undefined && error === undefined) return answer;
  const why = error?.message ?? 'it was not sent';
  throw new StateTrouble(`${operation.id} was not answered where the state is made: ${why}`);
}

function toAnswer(
  operation: Operation,
  { exchange, text, opened }: DeploymentAnswer,
  { calling: { fieldMapping }, witness }: { readonly calling: Calling; readonly witness: Witness },
): PlatformAnswer {
  const body = parseJson(text);
  const items = fieldMapping.items(operation, body)?.items ?? [];
  return {
    operation: operation.id,
    status: exchange.response?.status ?? 0,
    headers: new Map(exchange.response?.headers),
    body,
    items,
    read: (field, record) => {
      // What was tried is the first record of a list.
      const isTried = record === undefined || record === items[0];
      const found =
        (isTried ? opened.get(field) : undefined) ?? fieldMapping.read(operation, field, record ?? body);
      if (found?.certain === false) witness.guessed(`where ${operation.id} shows ${field} is only guessed`);
      return found?.value;
    },
  };
}

/** @throws Unreachable where the deployment has no such API */
function requirePlace({ api }: Operation, { deployment: { agentsUrl, baseUrl } }: Calling): void {
  if ((api === 'workers' ? agentsUrl : baseUrl) === undefined)
    throw new Unreachable(`needs the address of the ${api} API`);
}
