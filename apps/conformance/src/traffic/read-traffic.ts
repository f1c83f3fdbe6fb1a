import type { Exchange } from '../exchanges/exchange.ts';
import type { Redactor } from '../exchanges/redact.ts';
import type { Caller, Callers } from './callers.ts';
import { type Captured, headerIn } from './captured.ts';
import { asksForMore } from './extensions.ts';
import type { FindRoute, FoundRoute } from './find-route.ts';
import { createPlaces } from './places.ts';
import type { Redacted } from './redaction.ts';
import { toExchange } from './to-exchange.ts';
import { hideSecrets, withoutSecrets } from './without-secrets.ts';

/** How much was read, and why some of it is not judged. */
export interface TrafficCount {
  readonly judged: number;
  /** Behind neither address. */
  readonly elsewhere: number;
  /** None of the contract's operations. */
  readonly noOperation: number;
  /** Asks for something that the interface doesn't show. */
  readonly extended: number;
  /** Answered by a cache, or captured twice. */
  readonly copies: number;
  /** Without the body of its answer, or with a part of it. */
  readonly withoutBody: number;
  /** Without a word on who sent it. */
  readonly withoutCaller: number;
  /** Runs that were forgotten, the oldest first, since there were too many. */
  readonly forgottenRuns: number;
}

export const nothingRead: TrafficCount = {
  judged: 0,
  elsewhere: 0,
  noOperation: 0,
  extended: 0,
  copies: 0,
  withoutBody: 0,
  withoutCaller: 0,
  forgottenRuns: 0,
};

export interface TrafficReader {
  /** The exchange that the checks judge, without any secret; undefined where there is nothing to judge. */
  readonly take: (captured: Captured) => Exchange | undefined;
  readonly count: () => TrafficCount;
}

export interface TrafficParts {
  readonly findRoute: FindRoute;
  readonly callers: Callers;
  readonly redactor: Redactor;
  /** Takes personal data out of what was captured. */
  readonly redaction: (captured: Captured) => Redacted;
  /** The moment that times count from, in ms since 1970. */
  readonly began: number;
}

/** Turns what others sent into exchanges, one after the other as they were sent. */
export function createTrafficReader(parts: TrafficParts): TrafficReader {
  const { callers, redactor, findRoute } = parts;
  const count: { -readonly [Key in keyof TrafficCount]: number } = { ...nothingRead };
  const places = createPlaces(() => {
    count.forgottenRuns += 1;
  });
  const isSeen = createSeen();
  const judge = (captured: Captured, caller: Caller, route: FoundRoute): Exchange => {
    const { operation } = route;
    count.judged += 1;
    if (caller.kind === 'not-told') count.withoutCaller += 1;
    hideSecrets(captured, operation, redactor);
    const { captured: shown, redacted } = parts.redaction(captured);
    const exchange = toExchange(shown, { id: count.judged, operation, began: parts.began });
    if (exchange.response?.body.ended === 'cut') count.withoutBody += 1;
    const name = caller.kind === 'somebody' ? caller.name : caller.kind;
    const identity = caller.kind === 'anonymous' ? 'missing' : 'own';
    const place = places(`${captured.source} ${name}`, exchange, route);
    return withoutSecrets({ ...exchange, identity, ...place, ...(redacted && { redacted }) }, redactor);
  };
  return {
    count: () => ({ ...count }),
    take: (captured) => {
      for (const secret of callers.secretsIn(captured)) redactor.hide(secret);
      const caller = callers.callerOf(captured);
      const route = findRoute(captured.method, captured.url);
      const why = whyNot(captured, route, isSeen);
      if (why === undefined && typeof route === 'object') return judge(captured, caller, route);
      if (why !== undefined) count[why] += 1;
      return undefined;
    },
  };
}

/** Why nothing is judged of it. */
function whyNot(
  captured: Captured,
  route: ReturnType<FindRoute>,
  isSeen: (captured: Captured) => boolean,
): 'elsewhere' | 'noOperation' | 'copies' | 'extended' | undefined {
  if (route === 'elsewhere') return 'elsewhere';
  if (route === 'no-operation') return 'noOperation';
  if (captured.isCopy || isSeen(captured)) return 'copies';
  return asksForMore(captured, route.operation) ? 'extended' : undefined;
}

/** The same exchange may stand in two files, or twice in one. */
function createSeen(): (captured: Captured) => boolean {
  const known = new Set<string>();
  return ({ method, url, sentAt, response }) => {
    const run = response && headerIn(response.headers, 'x-service-run-id');
    const name = [method, url, sentAt, response?.status, response?.endedAt, run].join(' ');
    if (known.has(name)) return true;
    if (known.size >= mostKnown) known.clear();
    known.add(name);
    return false;
  };
}

const mostKnown = 100_000;
