import { identifiedResponse } from '../platform/telemetry/request-id.ts';
import type { Freshness, Version } from '../store/store.ts';

/** An answer that depends on nothing but the request and what is stored. */
export interface CacheableAnswer {
  body: unknown;
  headers?: Record<string, string>;
  /** The users of whose rows it's made. Default: perhaps of anybody's. */
  madeOf?: readonly string[] | undefined;
  /** When the credential behind it ceases to be valid, in ms since 1970. */
  expiresAt?: number | undefined;
}

/** Gives an answer again while nothing in the database has changed, in whichever process. */
export interface ResponseCache {
  /** Makes the response to such a request. */
  note(request: Request, answer: CacheableAnswer): Response;
  /** Answers a request, by `answer` unless that's known. */
  fetch(request: Request, answer: Answer): Promise<Response>;
}

type Answer = (request: Request) => Promise<Response>;

/** Text and headers of a response, and how long they may be given again without looking at the credential. */
interface Noted {
  text: string;
  headers: Record<string, string>;
  madeOf: readonly string[] | undefined;
  goodUntil: number;
}

/** An answer that is being made, for all who ask for the same at the same version of the database. */
interface UnderWay {
  version: Version;
  /** Undefined if it can't be shared. */
  noted: Promise<Noted | undefined>;
}

interface Kept extends Noted {
  /** The database's version from before the answer was made to after it. */
  version: Version;
}

const maximumAnswers = 1_000;
const maximumLength = 16_384;
// An outside issuer may withdraw its keys at any time.
const maximumTrustMilliseconds = 60_000;

/** @param freshness is asked for each request that was answered before. */
export function createResponseCache({ now, isUnchanged }: Freshness): ResponseCache {
  // Undefined for what was asked once: most requests never come again, and those shall cost nothing.
  const kept = new Map<string, Kept | undefined>();
  const noted = new WeakMap<Request, Noted>();
  // After a write, a crowd that asks for the same had better wait for one answer than make it many times.
  const underWay = new Map<string, UnderWay>();

  function keep(key: string, answer: Kept | undefined): void {
    kept.set(key, answer);
    const [oldest] = kept.keys();
    if (kept.size > maximumAnswers && oldest !== undefined) kept.delete(oldest);
  }

  async function keepIfUnchanged(key: string, answer: Kept): Promise<void> {
    const isSmall = answer.text.length <= maximumLength;
    if (isSmall && isUnchanged({ before: answer.version, now: await now(), madeOf: answer.madeOf }))
      keep(key, answer);
  }

  async function answerFirst(key: string, request: Request, answer: Answer): Promise<Response> {
    const response = await answer(request);
    if (noted.has(request)) keep(key, undefined);
    return response;
  }

  async function answerAgain(
    { key, version }: { key: string; version: Version },
    request: Request,
    answer: Answer,
  ): Promise<Response> {
    const { promise, resolve } = Promise.withResolvers<Noted | undefined>();
    const mine = { version, noted: promise };
    underWay.set(key, mine);
    const leave = () => void (underWay.get(key) === mine && underWay.delete(key));
    try {
      return await answer(request);
    } finally {
      const one = noted.get(request);
      resolve(one);
      // Not awaited: only the next request needs it.
      if (one)
        void keepIfUnchanged(key, { ...one, version })
          .catch(() => {})
          .finally(leave);
      else leave();
    }
  }

  return {
    note(request, answer) {
      const one = toNoted(answer);
      noted.set(request, one);
      return toResponse(one);
    },
    async fetch(request, answer) {
      const key = `${request.url} ${request.headers.get('authorization')}`;
      // Without the database's version the answer is computed again.
      const version = kept.has(key) ? await now().catch(() => undefined) : undefined;
      if (version === undefined) return await answerFirst(key, request, answer);
      const known = kept.get(key);
      const isGood = ({ version: before, madeOf, goodUntil }: Kept) =>
        isUnchanged({ before, now: version, madeOf }) && Date.now() < goodUntil;
      if (known && isGood(known)) return toResponse(known);
      const current = underWay.get(key);
      const shared = current?.version === version ? await current.noted : undefined;
      if (shared && isGood({ ...shared, version })) return toResponse(shared);
      return await answerAgain({ key, version }, request, answer);
    },
  };
}

function toNoted({ body, headers, madeOf, expiresAt = Infinity }: CacheableAnswer): Noted {
  return {
    text: JSON.stringify(body),
    madeOf,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    goodUntil: Math.min(expiresAt, Date.now() + maximumTrustMilliseconds),
  };
}

function toResponse({ text, headers }: Noted): Response {
  return identifiedResponse(text, headers);
}
