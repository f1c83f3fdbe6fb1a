import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import { type Exchange, type Intent, succeeded } from '../exchanges/exchange.ts';
import type { Spec } from '../spec/spec.ts';
import type { Caller } from './callers.ts';
import type { Captured } from './captured.ts';
import type { FoundRoute } from './find-route.ts';
import { intentOf } from './intents.ts';
import { createRecords } from './records.ts';
import { refusalRules } from './refusal-rules.ts';
import { createSubjects, type Subject } from './subjects.ts';

interface Purposed {
  readonly captured: Captured;
  /** Without its secrets. */
  readonly exchange: Exchange;
  readonly route: FoundRoute;
  readonly caller: Caller;
  readonly isRedacted: boolean;
}

interface PurposeOptions {
  readonly fieldMapping: FieldMapping;
  /** How long what was written may take to show everywhere, in ms. */
  readonly consistencyWindowMs: number;
}

/** What a request was for, as far as that is certain. */
export type Purposes = (purposed: Purposed) => Pick<Exchange, 'intent' | 'resource'>;

/**
 * What a request of somebody else is about, and what it tries out: told by the request itself, and by the records that
 * were seen to be made. A refusal that neither makes due may be due for reasons that were not recorded.
 */
export function createPurposes(
  spec: Pick<Spec, 'rules' | 'operations'>,
  { fieldMapping, consistencyWindowMs }: PurposeOptions,
  onForgotten: () => void,
): Purposes {
  const refusals = refusalRules(spec);
  const subjectOf = createSubjects(fieldMapping);
  const records = createRecords(refusals, consistencyWindowMs, onForgotten);
  return ({ captured, exchange, route, caller, isRedacted }) => {
    if (route.operation.api === 'workers') return ofWorkers(route, caller, exchange.sentAt);
    const lacksRequestBody = captured.lacksRequestBody === true;
    const { resource, isCertain } = subjectOf({
      exchange,
      route,
      lacksRequestBody,
      isKnown: records.isKnown,
    });
    const { sentAt, request } = exchange;
    const asking = { route, caller, resource, sentAt, body: isRedacted ? undefined : request.body };
    const tried = isRedacted ? undefined : (intentOf(captured, route, refusals) ?? records.intentOf(asking));
    if (!isRedacted) records.saw(asking, exchange.response);
    return {
      intent: tried ?? plainIntent(exchange, route, { resource, isCertain }),
      ...(resource && { resource }),
    };
  };

  /** A worker that is another user's alone. */
  function ofWorkers(route: FoundRoute, caller: Caller, sentAt: number): Pick<Exchange, 'intent'> {
    const rule =
      route.operation.method === 'POST'
        ? records.closedTo(route.path.agent_id ?? '', caller, sentAt)
        : undefined;
    return rule === undefined
      ? {}
      : { intent: { kind: 'refusal', rule, certain: true, restsOnRecords: true } };
  }
}

/** What may be taken or refused, as it comes. */
const onceOnly: ReadonlySet<string> = new Set(['redeemVipCode', 'subscribeToAgent']);

/** What is plainly right has to be taken; whether it is right, only success shows of most requests. */
function plainIntent(
  exchange: Exchange,
  { operation, path }: FoundRoute,
  { resource, isCertain }: Subject,
): Intent {
  const { request } = exchange;
  if (onceOnly.has(operation.id)) return { kind: 'open-refusal', certain: isCertain };
  if (succeeded(exchange)) return { kind: 'valid', certain: isCertain };
  const isPlain = new URL(request.url).search === '' && request.body === undefined;
  const isOfKnown =
    Object.keys(path).length === 0 || (resource?.id !== undefined && resource.act !== 'create');
  const asksOnly = operation.method === 'GET' || operation.method === 'DELETE';
  return isPlain && isOfKnown && asksOnly
    ? { kind: 'valid', certain: true }
    : { kind: 'open-refusal', certain: false };
}
