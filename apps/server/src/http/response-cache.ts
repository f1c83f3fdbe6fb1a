import { identifiedResponse } from '../platform/telemetry/request-id.ts';

/** An answer that depends on nothing but the request and what is stored. */
export interface CacheableAnswer {
  body: unknown;
  headers?: Record<string, string>;
  /** When the credential behind it ceases to be valid, in ms since 1970. */
  expiresAt?: number | undefined;
}

/** Gives an answer again while nothing in the database has changed, in whichever process. */
export interface ResponseCache {
  /** Makes the response to such a request. */
  note(request: Request, answer: CacheableAnswer): Response;
  /** Answers a request, by `answer` unless that's known. */
  fetch(request: Request, answer: (request: Request) => Promise<Response>): Promise<Response>;
}

/** Text and headers of a response, and how long they may be given again without looking at the credential. */
interface Noted {
  text: string;
  headers: Record<string, string>;
  goodUntil: number;
}

interface Kept extends Noted {
  /** The database's version from before the answer was made to after it. */
  version: string;
}

const maximumAnswers = 1_000;
const maximumLength = 16_384;
// An outside issuer may withdraw its keys at any time.
const maximumTrustMilliseconds = 60_000;

/**
 * @param version tells whether the database has changed, as of after the call. It's asked for each request that was
 * answered before; requests of one moment share the question.
 */
export function createResponseCache(version: () => Promise<string>): ResponseCache {
  // Undefined for what was asked once: most requests never come again, and those shall cost nothing.
  const kept = new Map<string, Kept | undefined>();
  const noted = new WeakMap<Request, Noted>();

  function keep(key: string, answer: Kept | undefined): void {
    kept.set(key, answer);
    const [oldest] = kept.keys();
    if (kept.size > maximumAnswers && oldest !== undefined) kept.delete(oldest);
  }

  async function keepIfUnchanged(key: string, answer: Kept): Promise<void> {
    const isSmall = answer.text.length <= maximumLength;
    if (isSmall && (await version()) === answer.version) keep(key, answer);
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
      const now = kept.has(key) ? await version().catch(() => undefined) : undefined;
      const known = kept.get(key);
      if (known?.version === now && known && Date.now() < known.goodUntil) return toResponse(known);
      const response = await answer(request);
      const one = noted.get(request);
      if (one && now === undefined) keep(key, undefined);
      // Not awaited: only the next request needs it.
      if (one && now !== undefined) keepIfUnchanged(key, { ...one, version: now }).catch(() => {});
      return response;
    },
  };
}

function toNoted({ body, headers, expiresAt = Infinity }: CacheableAnswer): Noted {
  return {
    text: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    goodUntil: Math.min(expiresAt, Date.now() + maximumTrustMilliseconds),
  };
}

function toResponse({ text, headers }: Noted): Response {
  return identifiedResponse(text, headers);
}
