import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import type { Exchange, Intent } from '../exchanges/exchange.ts';
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

/** What a request was for, as far as that is certain. */
export type Purposes = (purposed: Purposed) => Pick<Exchange, 'intent' | 'resource'>;

/**
 * What a request of somebody else is about, and what it tries out: told by the request itself, and by the records that
 * were seen to be made. A refusal that neither makes due may be due for reasons that were not recorded.
 */
export function createPurposes(
  spec: Pick<Spec, 'rules' | 'operations'>,
  fieldMapping: FieldMapping,
  onForgotten: () => void,
): Purposes {
  const refusals = refusalRules(spec);
  const subjectOf = createSubjects(fieldMapping);
  const records = createRecords(refusals, onForgotten);
  return ({ captured, exchange, route, caller, isRedacted }) => {
    if (route.operation.api === 'workers') return ofWorkers(route, caller);
    const lacksRequestBody = captured.lacksRequestBody === true;
    const { resource, isCertain } = subjectOf({ exchange, route, lacksRequestBody, isKnown: records.isKnown });
    const asking = { route, caller, resource, body: isRedacted ? undefined : exchange.request.body };
    const tried = isRedacted ? undefined : (intentOf(captured, route, refusals) ?? records.intentOf(asking));
    if (!isRedacted) records.saw(asking, exchange);
    return {
      intent: tried ?? plainIntent(exchange, route, { resource, isCertain }),
      ...(resource && { resource }),
    };
  };

  /** A worker that is another user's alone. */
  function ofWorkers(route: FoundRoute, caller: Caller): Pick<Exchange, 'intent'> {
    const rule = route.operation.method === 'POST' ? records.closedTo(route.path.agent_id ?? '', caller) : undefined;
    return rule === undefined ? {} : { intent: { kind: 'refusal', rule, certain: true, restsOnRecords: true } };
  }
}

/** What may be taken or refused, as it comes. */
const onceOnly: ReadonlySet<string> = new Set(['redeemVipCode', 'subscribeToAgent']);

/** What is plainly right has to be taken; whether it is right, only success shows of most requests. */
function plainIntent(
  { request, response }: Exchange,
  { operation, path }: FoundRoute,
  { resource, isCertain }: Subject,
): Intent {
  const isTaken = response !== undefined && response.status >= 200 && response.status < 300;
  if (onceOnly.has(operation.id)) return { kind: 'open-refusal', certain: isCertain };
  if (isTaken) return { kind: 'valid', certain: isCertain };
  const isPlain = new URL(request.url).search === '' && request.body === undefined;
  const isOfKnown = Object.keys(path).length === 0 || (resource?.id !== undefined && resource.act !== 'create');
  const asksOnly = operation.method === 'GET' || operation.method === 'DELETE';
  return isPlain && isOfKnown && asksOnly
    ? { kind: 'valid', certain: true }
    : { kind: 'open-refusal', certain: false };
}
