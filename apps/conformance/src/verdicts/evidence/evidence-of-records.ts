import { type Exchange, isWrite, succeeded } from '../../exchanges/exchange.ts';
import { holdsIssuedKey } from '../../exchanges/redact.ts';
import { orderOf } from '../../exchanges/written-values.ts';
import type { Does, ResourceFamily } from '../../spec/resources.ts';
import type { Rule } from '../../spec/spec.ts';
import { bodyIn } from '../bodies.ts';
import { dailyRowsIn } from '../daily-rows.ts';
import { earningsIn } from '../earnings.ts';
import { cronOf, givenCrons } from '../given-crons.ts';
import { keyFamilies } from '../key-families.ts';
import { entriesOf, queryOf } from '../lists.ts';
import { memoize } from '../memoize.ts';
import { isOpen, isUser } from '../probes.ts';
import { isPut } from '../run-history.ts';
import type { Recording } from '../verdict.ts';
import { startsRun, workerRunsOf } from '../worker-runs.ts';
import type { EvidenceOfRecords } from './evidence.ts';

/** Whether an exchange is such a piece of evidence for a rule. */
type IsEvidence = (exchange: Exchange, rule: Rule, recording: Recording) => boolean;

const isOwn = ({ identity }: Exchange): boolean => identity === 'own';
const isOf: IsEvidence = ({ operation }, { operations }) => operations.includes(operation);

/** Calls of the rule's operations, and all that is sent about the same kind of records. */
const isAbout: IsEvidence = (exchange, rule, recording) => {
  const family = exchange.resource?.family ?? familyOf(exchange, recording)?.name;
  return (
    isOf(exchange, rule, recording) || (family !== undefined && familiesOf(recording)(rule).includes(family))
  );
};

/** Those of them that succeeded for a record that could be followed. */
const isRecordCall: IsEvidence = (exchange, ...rest) =>
  exchange.resource !== undefined && succeeded(exchange) && isAbout(exchange, ...rest);

const familiesOf = memoize(({ contract }: Recording) =>
  memoize(({ operations }: Rule): readonly string[] =>
    operations.flatMap((operation) => contract.get(operation)?.resource?.family.name ?? []),
  ),
);

/** A request of one of the rule's operations that tries one kind of thing out, and its answer. */
const tried =
  (...kinds: readonly string[]): IsEvidence =>
  (exchange, rule, recording) =>
    isOf(exchange, rule, recording) &&
    exchange.response !== undefined &&
    (rule.parameter === undefined || exchange.intent?.parameter === rule.parameter) &&
    kinds.includes(exchange.intent?.kind ?? '');

/** What counts as each piece of evidence of the User API. */
export const ofRecords: Readonly<Record<EvidenceOfRecords, IsEvidence>> = {
  success: (one, rule, recording) => isOf(one, rule, recording) && succeeded(one) && mayAsk(one, recording),
  'no-credential': (one, ...rest) =>
    isOf(one, ...rest) && !isUser(one.identity) && one.response !== undefined,
  'credential-demanded': (one, _, { contract }) =>
    one.identity === 'missing' && contract.get(one.operation)?.secured === true && isRefusal(one),
  bounds: tried('at-bound', 'inside-bound', 'past-bound'),
  'left-out': tried('left-out'),
  'unknown-id': tried('unknown-id'),
  'malformed-id': tried('malformed-id'),
  mutation: (one, ...rest) => isOf(one, ...rest) && one.intent?.mutation !== undefined && isRefusal(one),
  'validation-error': (one, ...rest) => isOf(one, ...rest) && one.response?.status === 422,
  'condition-tried': (one, { id }) => one.intent?.rule === id && one.response !== undefined,
  'tool-listed': (one) => one.operation === 'listTools' && succeeded(one),
  'tool-run': (one) => one.operation === 'runTool' && one.intent?.kind === 'tool-run' && succeeded(one),
  'tool-run-odd': (one) => one.operation === 'runTool' && one.intent?.kind === 'mutation',
  'list-with-limit': (one, ...rest) => isOf(one, ...rest) && succeeded(one) && queryOf(one, 'limit') !== null,
  'list-page': (one, ...rest) => isOf(one, ...rest) && succeeded(one) && queryOf(one, 'next_cursor') !== null,
  'default-left-out': (one, rule, recording) =>
    isOf(one, rule, recording) && one.intent?.parameter === rule.parameter && succeeded(one),
  'record-made': (one, ...rest) => isRecordCall(one, ...rest) && one.resource?.act === 'create',
  'record-written': (one, ...rest) => isRecordCall(one, ...rest) && one.resource?.wrote !== undefined,
  'record-read': (one, rule, recording) =>
    succeeded(one) && doesOf(one, recording) === 'read' && isAbout(one, rule, recording),
  'record-shown': (one, ...rest) => isRecordCall(one, ...rest) && one.resource?.shows !== undefined,
  'record-removed': (one, ...rest) => isRecordCall(one, ...rest) && one.resource?.act === 'remove',
  'records-listed': (one, ...rest) => isRecordCall(one, ...rest) && one.resource?.listed !== undefined,
  'order-written': (one, rule, recording) =>
    isRecordCall(one, rule, recording) &&
    one.resource !== undefined &&
    orderOf(one.resource, familyOf(one, recording)) !== undefined,
  'foreign-call': (one, ...rest) =>
    isAbout(one, ...rest) &&
    ['other', 'sandbox', 'missing'].includes(one.identity) &&
    one.response !== undefined,
  'jwt-attached': (one, _rule, recording) =>
    doesOf(one, recording) === 'change' && isConsumed(one, recording) && succeeded(one),
  'jwt-read': (one, _rule, recording) => doesOf(one, recording) === 'consume' && one.response !== undefined,
  'key-created': (one, _rule, recording) =>
    isKeyMade(one, recording) && holdsIssuedKey(one.response?.body.text ?? ''),
  answer: (one, ...rest) => isOf(one, ...rest) && one.response !== undefined,
  'created-key-used': (one) => one.identity === 'created' && one.response !== undefined,
  'bad-request': tried('unknown-id', 'malformed-id', 'left-out', 'past-bound', 'refusal', 'mutation'),
  'odd-body': (one, ...rest) =>
    isOf(one, ...rest) && one.intent?.mutation?.kind === 'body' && one.response !== undefined,
  'null-body': (one, ...rest) =>
    isOf(one, ...rest) && one.request.body === 'null' && one.response !== undefined,
  'json-error': (one, ...rest) => isOf(one, ...rest) && isRefusal(one) && bodyIn(one) !== undefined,
  'earnings-shown': (one, ...rest) => isOf(one, ...rest) && succeeded(one) && earningsIn(one).length > 0,
  'told-place': (one, ...rest) => isOf(one, ...rest) && succeeded(one) && one.places !== undefined,
  'known-field': (one, ...rest) => isOf(one, ...rest) && succeeded(one) && (one.has ?? []).length > 0,
  'several-listed': (one, ...rest) =>
    isOf(one, ...rest) && succeeded(one) && (entriesOf(one) ?? []).length > 1,
  'daily-report': (one, ...rest) =>
    isOf(one, ...rest) && succeeded(one) && dailyRowsIn(bodyIn(one)).length > 0,
  'tools-found': (one) =>
    one.operation === 'searchTools' && succeeded(one) && (entriesOf(one) ?? []).length > 0,
  'cron-sent': (one, ...rest) =>
    isOf(one, ...rest) && cronOf(one) !== undefined && one.response !== undefined,
  'cron-answered': (one, rule, recording) =>
    isOf(one, rule, recording) && givenCrons(recording).some(({ answer }) => answer === one),
  'code-redeemed': (one) => one.operation === 'redeemVipCode' && succeeded(one),
  'run-started': (one) => startsRun(one) && isOwn(one) && succeeded(one),
  'run-continued': (one) => isPut(one) && isOwn(one) && succeeded(one),
  'started-run-read': (one, rule, recording) =>
    isOf(one, rule, recording) && succeeded(one) && readsOfStarted(recording).has(one),
  'change-made': (one, ...rest) => isOf(one, ...rest) && one.request.method !== 'GET' && succeeded(one),
};

function familyOf({ operation }: Exchange, { contract }: Recording): ResourceFamily | undefined {
  return contract.get(operation)?.resource?.family;
}

function mayAsk({ operation, identity }: Exchange, { contract }: Recording): boolean {
  return isUser(identity) || isOpen(contract.get(operation), identity);
}

function doesOf({ operation }: Exchange, { contract }: Recording): Does | undefined {
  return contract.get(operation)?.resource?.does;
}

/** Whether what is written to such a record is taken away by who reads it. */
function isConsumed(one: Exchange, recording: Recording): boolean {
  return Object.values(familyOf(one, recording)?.operations ?? {}).some(({ does }) => does === 'consume');
}

function isRefusal(one: Exchange): boolean {
  return (one.response?.status ?? 0) >= 400;
}

function isKeyMade(one: Exchange, recording: Recording): boolean {
  const { resource } = one;
  if (resource === undefined || !keyFamilies(recording).has(resource.family)) return false;
  return isWrite({ resource }) && succeeded(one);
}

const readsOfStarted = memoize(
  (recording: Recording): ReadonlySet<Exchange> =>
    new Set(workerRunsOf(recording).flatMap(({ reads }) => reads)),
);
