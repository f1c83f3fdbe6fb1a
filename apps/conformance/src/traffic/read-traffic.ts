import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Redactor } from '../exchanges/redact.ts';
import type { Spec } from '../spec/spec.ts';
import type { Caller, Callers } from './callers.ts';
import type { Captured } from './captured.ts';
import { createCopies } from './copies.ts';
import { asksForMore } from './extensions.ts';
import type { FindRoute, FoundRoute } from './find-route.ts';
import { createHiddenValues } from './hidden-values.ts';
import { createPlaces } from './places.ts';
import { createPurposes } from './purposes.ts';
import type { Redacted } from './redaction.ts';
import { secretsIn } from './secrets-in.ts';
import { toExchange } from './to-exchange.ts';
import { nothingRead, type TrafficCount } from './traffic-count.ts';
import { hideIssued, withoutSecrets } from './without-secrets.ts';

export interface TrafficReader {
  /** The exchange that the checks judge, without any secret; undefined where there is nothing to judge. */
  readonly take: (captured: Captured) => Exchange | undefined;
  readonly count: () => TrafficCount;
}

export interface TrafficParts {
  readonly findRoute: FindRoute;
  readonly callers: Callers;
  readonly redactor: Redactor;
  readonly fieldMapping: FieldMapping;
  readonly spec: Pick<Spec, 'rules' | 'operations'>;
  /** Takes personal data out of what was captured. */
  readonly redaction: (captured: Captured) => Redacted;
  /** How long what was written may take to show everywhere, in ms. */
  readonly consistencyWindowMs: number;
  /** The moment that times count from, in ms since 1970. */
  readonly began: number;
}

/** Turns what others sent into exchanges, one after the other as they came. */
export function createTrafficReader(parts: TrafficParts): TrafficReader {
  const { callers, redactor, findRoute } = parts;
  const count: { -readonly [Key in keyof TrafficCount]: number } = { ...nothingRead };
  const places = createPlaces(() => {
    count.forgottenRuns += 1;
  });
  const purposes = createPurposes(parts.spec, parts, () => {
    count.forgottenRecords += 1;
  });
  const isSeen = createCopies();
  const values = createHiddenValues();
  const judge = (captured: Captured, caller: Caller, route: FoundRoute): Exchange => {
    const { operation } = route;
    count.judged += 1;
    if (caller.kind === 'not-told') count.withoutCaller += 1;
    hideIssued(captured, { operation, caller, callers, redactor });
    const { captured: bare, redacted } = parts.redaction(captured);
    const { captured: shown, isHidden } = values.hide(bare);
    const unplaced = toExchange(shown, { id: count.judged, operation, began: parts.began });
    if (unplaced.response?.body.ended === 'cut') count.withoutBody += 1;
    const exchange = redactor.redact({ ...unplaced, ...placeless });
    const lost = redacted ?? (isHidden ? 'body' : undefined);
    const purpose = purposes({ captured: shown, exchange, route, caller, isRedacted: lost !== undefined });
    const { name, identity, told } = nameOf(caller, captured);
    const gaps = captured.gaps ? ` after ${captured.gaps} gaps` : '';
    const place = places(`${captured.source} ${name}${gaps}`, unplaced, route);
    return withoutSecrets(
      { ...exchange, ...purpose, identity, ...told, ...place, ...(lost && { redacted: lost }) },
      redactor,
    );
  };
  return {
    count: () => ({ ...count, guessedCallers: callers.guessed() }),
    take: (captured) => {
      const secrets = secretsIn(captured);
      for (const secret of secrets.everywhere) redactor.hide(secret);
      values.add(secrets.asValues);
      const caller = callers.callerOf(captured);
      const route = findRoute(captured.method, captured.url);
      const why = whyNot(captured, route, isSeen);
      if (why === undefined && typeof route === 'object') return judge(captured, caller, route);
      if (why !== undefined) count[why] += 1;
      return undefined;
    },
  };
}

/** Until it is known where an exchange stands. */
const placeless = {
  identity: 'own',
  origin: { phase: 'recorded', case: { kind: 'traffic', id: '' }, step: 1, attempt: 1 },
} as const;

function nameOf(
  caller: Caller,
  { source, gaps }: Captured,
): {
  readonly name: string;
  readonly identity: Exchange['identity'];
  readonly told: Pick<Exchange, 'caller'>;
} {
  if (caller.kind !== 'somebody')
    return { name: caller.kind, identity: caller.kind === 'anonymous' ? 'missing' : 'own', told: {} };
  const { name, isNamed, hasNewKey } = caller;
  return {
    name,
    identity: hasNewKey ? 'created' : 'own',
    told: { caller: { source, ...(gaps ? { gaps } : {}), name, isNamed } },
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
