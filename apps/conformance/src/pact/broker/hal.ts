import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { at, isRecord, recordOf } from '../../json/json-record.ts';
import { parseJson } from '../../json/parse-json.ts';
import { type Broker, BrokerError, findBroker, withoutUser } from './broker.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';

export interface HalAnswer {
  readonly status: number;
  readonly isOk: boolean;
  readonly body: unknown;
}

/** A broker's HAL interface: JSON with links. */
export interface Hal {
  readonly broker: Broker;
  /**
   * Asks at a path behind the broker's address, or at a link.
   *
   * @returns what it did, or that it refuses what was asked for (400, 404, 409, 415, 422)
   * @throws BrokerError when it doesn't answer, refuses the credentials, fails, or is no broker
   */
  readonly ask: (method: Method, place: string, body?: object) => Promise<HalAnswer>;
}

const answerWithinMs = 10_000;
const retries = 2;
const firstPauseMs = 200;
const refusals: readonly number[] = [400, 404, 409, 415, 422];

/**
 * The interface of the broker that flag or environment name.
 *
 * @throws UsageError when none is named
 */
export function openBroker(
  url: string | undefined,
  { environment, signal }: { readonly environment: NodeJS.ProcessEnv; readonly signal: AbortSignal },
): Hal {
  return createHal(findBroker(url, environment), signal);
}

export function createHal(broker: Broker, signal: AbortSignal): Hal {
  return {
    broker,
    ask: async (method, place, body) => {
      const url = addressOf(broker, place);
      for (let attempt = 0; ; attempt += 1) {
        const answer = await send({ method, url, body }, broker, signal);
        const isWorthIt = answer.status >= 500 || answer.status === 429;
        if (!isWorthIt || attempt === retries) return checked(answer, { method, url });
        await pause(firstPauseMs * 2 ** attempt, undefined, { signal });
      }
    },
  };
}

/** A path is behind the broker's address; its links are absolute, or behind its origin. */
function addressOf({ url }: Broker, place: string): string {
  return withoutUser(/^https?:/i.test(place) ? place : `${url}${place}`);
}

interface Asked {
  readonly method: Method;
  readonly url: string;
  readonly body?: object | undefined;
}

async function send({ method, url, body }: Asked, broker: Broker, signal: AbortSignal) {
  const { authorization } = broker;
  const isOwn = new URL(url).origin === new URL(broker.url).origin;
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const headers = {
    accept: 'application/hal+json, application/json',
    // Credentials of the broker go to the broker alone.
    ...(authorization === undefined || !isOwn ? {} : { authorization }),
    ...(body === undefined ? {} : { 'content-type': type }),
  };
  const limit = AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]);
  const options = {
    method,
    headers,
    signal: limit,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  try {
    const response = await fetch(url, options);
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    throw new BrokerError(`No answer at the broker ${url}: ${reasonOf(cause)}.`, { cause });
  }
}

function checked(
  { status, text }: { readonly status: number; readonly text: string },
  { method, url }: Asked,
): HalAnswer {
  const asked = `${method} ${url}`;
  if (status === 401 || status === 403)
    throw new BrokerError(`The broker refused the credentials with status ${status} (${asked}).`);
  const isOk = status >= 200 && status < 300;
  if (!isOk && !refusals.includes(status))
    throw new BrokerError(`The broker failed: ${asked} answered with status ${status}.`);
  const body = parseJson(text);
  if (isOk && text !== '' && !isRecord(body))
    throw new BrokerError(`${url} is no broker: it answered ${method} with no JSON object.`);
  return { status, isOk, body };
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
}

/** `/pacticipants/a%20b` */
export function pathTo(...parts: readonly string[]): string {
  return parts.map((part) => `/${encodeURIComponent(part)}`).join('');
}

/** Where a document links to; of several links the one that has the name. */
export function linkIn(document: unknown, relation: string, name?: string): string | undefined {
  const links = [at(document, ['_links', relation])].flat().map(recordOf);
  const link = name === undefined ? links[0] : links.find((one) => one.name === name);
  return typeof link?.href === 'string' ? link.href : undefined;
}

/** The records that a document embeds under a name. */
export function embeddedIn(document: unknown, name: string): readonly unknown[] {
  const list = at(document, ['_embedded', name]);
  return Array.isArray(list) ? list : [];
}

/**
 * What an answer has to be.
 *
 * @throws BrokerError when it isn't
 */
export function requireShape<Shape extends z.ZodType>(
  shape: Shape,
  { body }: HalAnswer,
  what: string,
): z.infer<Shape> {
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new BrokerError(
    `The broker's answer is not ${what}: ${z.prettifyError(parsed.error).split('\n')[0]}.`,
  );
}

/** What a broker says of why it refuses, wherever it says it. */
export function wordsIn({ status, body }: HalAnswer): string {
  const { errors, error, notices } = recordOf(body);
  const texts = [error, errors, notices].flatMap(textsIn);
  return texts.length === 0 ? `status ${status}` : [...new Set(texts)].join(' ');
}

/** A reference stands for the log of the broker's owner. */
const notForReaders = ['reference', 'type'];

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    notForReaders.includes(name) ? [] : textsIn(inner),
  );
}
