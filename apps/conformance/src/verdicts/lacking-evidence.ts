import { type Exchange, header, isWrite, succeeded } from '../exchanges/exchange.ts';
import { holdsIssuedKey } from '../exchanges/redact.ts';
import { orderOf } from '../exchanges/written-values.ts';
import type { Does, ResourceFamily } from '../spec/resources.ts';
import type { Rule } from '../spec/spec.ts';
import { type Evidence, type EvidenceOfRecords, type EvidenceOfRuns, isOfRuns } from './evidence.ts';
import { keyFamilies } from './key-families.ts';
import { queryOf } from './lists.ts';
import { memoize } from './memoize.ts';
import { isUser } from './probes.ts';
import { asksForJob, isGet, isPut, showsJob } from './run-history.ts';
import type { Recording } from './verdict.ts';

/** Whether an exchange is such a piece of evidence for a rule. */
type IsEvidence = (exchange: Exchange, rule: Rule, recording: Recording) => boolean;

const isOwn = ({ identity }: Exchange): boolean => identity === 'own';
const isOf: IsEvidence = ({ operation }, { operations }) => operations.includes(operation);
const isTurn = (exchange: Exchange): boolean =>
  isOwn(exchange) && exchange.sent !== undefined && succeeded(exchange);
const isWhole = (exchange: Exchange): boolean =>
  isTurn(exchange) && exchange.response?.body.ended === 'complete';
const isOwnPut = (exchange: Exchange): boolean => isOwn(exchange) && isPut(exchange);

/** Calls of the rule's operations, and all that is sent about the same kind of records. */
const isRecordCall = (exchange: Exchange, rule: Rule, recording: Recording): boolean =>
  exchange.resource !== undefined &&
  (isOf(exchange, rule, recording) || familiesOf(recording)(rule).has(exchange.resource.family)) &&
  succeeded(exchange);

const familiesByOperation = memoize(
  ({ user }: Recording) =>
    new Map(user.flatMap(({ operation, resource }) => (resource ? [[operation, resource.family]] : []))),
);

const familiesOf = memoize((recording: Recording) => {
  const families = familiesByOperation(recording);
  return memoize(
    ({ operations }: Rule): ReadonlySet<string> =>
      new Set(operations.flatMap((operation) => families.get(operation) ?? [])),
  );
});

/** A request of one of the rule's operations that tries one kind of thing out, and its answer. */
const tried =
  (...kinds: readonly string[]): IsEvidence =>
  (exchange, rule, recording) =>
    isOf(exchange, rule, recording) &&
    exchange.response !== undefined &&
    (rule.parameter === undefined || exchange.intent?.parameter === rule.parameter) &&
    kinds.includes(exchange.intent?.kind ?? '');

/** What counts as each piece of evidence. */
const ofRuns: Readonly<Record<EvidenceOfRuns, (exchange: Exchange) => boolean>> = {
  'start-accepted': (one) => isTurn(one) && one.request.method === 'POST',
  'run-id': (one) => isTurn(one) && header(one, 'x-service-run-id') !== undefined,
  'put-answered': (one) => isOwnPut(one) && one.response !== undefined,
  'put-accepted': (one) => isOwnPut(one) && succeeded(one),
  'put-conflict': (one) => isOwnPut(one) && one.response?.status === 409,
  'run-read': (one) => isOwn(one) && isGet(one) && succeeded(one),
  'job-asked': (one) => isTurn(one) && asksForJob(one),
  'failing-job-asked': (one) => isTurn(one) && one.sent?.kind === 'failing-background',
  'job-shown': (one) => isOwn(one) && isGet(one) && showsJob(one),
  'text-stream': (one) => isWhole(one) && one.transport === 'text',
  'ndjson-stream': (one) => isWhole(one) && one.transport === 'ndjson',
  'tool-call-stream': (one) => isWhole(one) && one.sent?.kind === 'tool-call',
  'run-call': (one) => isOwn(one) && succeeded(one),
  'invalid-key': (one) => one.identity !== 'own' && one.response !== undefined,
};

const ofRecords: Readonly<Record<EvidenceOfRecords, IsEvidence>> = {
  success: (one, ...rest) => isOf(one, ...rest) && isUser(one.identity) && succeeded(one),
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
  'record-read': (one, ...rest) => isRecordCall(one, ...rest) && one.resource?.act === 'read',
  'record-shown': (one, ...rest) => isRecordCall(one, ...rest) && one.resource?.shows !== undefined,
  'record-removed': (one, ...rest) => isRecordCall(one, ...rest) && one.resource?.act === 'remove',
  'records-listed': (one, ...rest) => isRecordCall(one, ...rest) && one.resource?.listed !== undefined,
  'order-written': (one, rule, recording) =>
    isRecordCall(one, rule, recording) &&
    one.resource !== undefined &&
    orderOf(one.resource, familyOf(one, recording)) !== undefined,
  'foreign-call': (one, ...rest) =>
    isOf(one, ...rest) && ['other', 'sandbox'].includes(one.identity) && one.response !== undefined,
  'jwt-attached': (one, _rule, recording) =>
    doesOf(one, recording) === 'change' && isConsumed(one, recording) && succeeded(one),
  'jwt-read': (one, _rule, recording) => doesOf(one, recording) === 'consume' && one.response !== undefined,
  'key-created': (one, _rule, recording) =>
    isKeyMade(one, recording) && holdsIssuedKey(one.response?.body.text ?? ''),
  answer: (one, ...rest) => isOf(one, ...rest) && one.response !== undefined,
  'created-key-used': (one) => one.identity === 'created' && one.response !== undefined,
};

/** Which of these pieces a recording lacks for a rule. */
export function lackingEvidence(
  wanted: readonly Evidence[],
  recording: Recording,
  rule: Rule,
): readonly Evidence[] {
  const { workers, user } = recording;
  const isSeen = (piece: Evidence): boolean =>
    isOfRuns(piece)
      ? workers.some(ofRuns[piece])
      : user.some((one) => ofRecords[piece](one, rule, recording));
  return wanted.filter((piece) => !isSeen(piece));
}

function familyOf({ operation }: Exchange, { contract }: Recording): ResourceFamily | undefined {
  return contract.get(operation)?.resource?.family;
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
