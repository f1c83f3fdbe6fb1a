import { type Exchange, succeeded } from '../../exchanges/exchange.ts';
import type { RestsOn } from '../../spec/check-declaration.ts';
import type { Rule } from '../../spec/spec.ts';
import { causeOf } from '../cause.ts';
import type { Found } from '../findings/finding.ts';
import type { Observation } from '../findings/observation.ts';
import { memoize } from '../memoize.ts';
import { pathValues } from '../path-values.ts';
import { endedAt } from '../run-history.ts';
import type { Check, Judgement, Recording } from '../verdict.ts';
import { exchangesById, isQuiet, untouchedRecord } from './untouched.ts';
import { userViews } from './user-views.ts';

/** What a check says of traffic: `open` names a reason why some of what it found is not told. */
export type TrafficJudgement = Judgement & { readonly open: 'others-may-explain' | 'redacted' | undefined };

/** Whether others sent what was recorded. */
export const isTraffic = memoize(({ workers, user }: Recording): boolean =>
  [workers, user].some((some) => some.some(({ origin }) => origin.phase === 'recorded')),
);

/** Judges what others sent by what is certain of it: a finding that has another explanation is not told. */
export function judgeTraffic(check: Check, recording: Recording, rule: Rule): TrafficJudgement {
  const rest = check.traffic?.restsOn;
  if (rest === undefined) return { subjects: 0, findings: [], open: undefined };
  const whole = judgeAll(check, recording, rule, rest);
  const { subjects, findings, moving } = whole;
  const byId = exchangesById(recording);
  const shownBy = (found: Found): readonly Exchange[] => found.exchanges.flatMap((id) => byId.get(id) ?? []);
  const told = findings.filter((found) =>
    shownBy(found).every((one) => isUntold(one, check, found.observed)),
  );
  const known = told.filter(
    (found) =>
      isKnown(found, shownBy(found)) &&
      isUndisturbed(shownBy(found), recording) &&
      isDue(found, shownBy(found), { check, rest, recording }),
  );
  const plain = known.filter((found) => isSettled(shownBy(found), rest, recording));
  const certain = plain.filter((found) => standsAlone(found, shownBy(found), { check, rest, recording }));
  const others = plain.filter((found) => !certain.includes(found) && mayBeShownByMore(shownBy(found), rest));
  const shown = [...certain, ...shownByMore(others, { check, recording, rule, rest, whole })];
  return {
    subjects: Math.max(0, subjects - (findings.length - shown.length)),
    findings: shown,
    moving,
    open:
      known.length > shown.length
        ? 'others-may-explain'
        : findings.length > told.length
          ? 'redacted'
          : undefined,
  };
}

/** As a whole, or as each user sees it. */
function judgeAll(check: Check, recording: Recording, rule: Rule, rest: RestsOn): Judgement {
  if (rest === 'answer' || rest === 'lasting') return check.judge(recording, rule);
  const byId = exchangesById(recording);
  const judged = userViews(recording)
    .filter(({ operations }) => rule.operations.some((id) => operations.has(id)))
    .map((view) => check.judge(view.recording, rule));
  return {
    subjects: judged.reduce((sum, { subjects }) => sum + subjects, 0),
    findings: distinct(judged.flatMap(({ findings }) => findings)).map((found) => ({
      ...found,
      case: byId.get(found.exchanges.at(-1) ?? 0)?.origin.case ?? found.case,
    })),
    moving: judged.flatMap(({ moving = [] }) => moving),
  };
}

/** Two users may see one and the same. */
function distinct(findings: readonly Found[]): readonly Found[] {
  return [...new Map(findings.map((one) => [`${one.operation} ${one.exchanges.join()}`, one])).values()];
}

/** What a finding may have observed that no body tells. */
const withoutBody: readonly Observation['kind'][] = ['status', 'header', 'repeated'];

/** Whether a finding stands whatever the replaced values were. */
function isUntold({ redacted }: Exchange, { traffic }: Check, { kind }: Observation): boolean {
  if (redacted === undefined) return true;
  return redacted === 'body' && (traffic?.isOfShapes === true || withoutBody.includes(kind));
}

/**
 * Statuses of a client, or of whatever stands before a deployment: how odd the request was is not known, nor whose the
 * credential was, nor how many came before it.
 */
const ofAnybody: readonly number[] = [
  400, 401, 402, 403, 405, 406, 407, 408, 409, 411, 412, 413, 414, 415, 417, 421, 422, 423, 424, 425, 426,
  428, 429, 431,
];

/** Whether a finding rests on bodies that are whole, and on an answer that says something of the deployment. */
function isKnown({ observed, expected }: Found, shown: readonly Exchange[]): boolean {
  const isCut = shown.some(({ response }) => response?.body.ended !== 'complete');
  if (isCut && !withoutBody.includes(observed.kind)) return false;
  if (observed.kind !== 'status') return true;
  if (observed.status >= 500) return false;
  // What was right beyond doubt, or was asked for in vain to be refused so.
  const isAsked =
    expected.kind === 'status' && (expected.noneOf !== undefined || expected.because?.kind === 'bounds');
  return isAsked || !ofAnybody.includes(observed.status);
}

/** Requests rarely take so long: what was still under way when a batch ended is in the next one. */
const underWayMs = 2_000;

const endOf = memoize(({ workers, user }: Recording) =>
  [...workers, ...user].reduce((end, one) => Math.max(end, endedAt(one)), 0),
);

/** Whether all is known that went on at the same time, where that matters. */
function isSettled(shown: readonly Exchange[], rest: RestsOn, recording: Recording): boolean {
  const last = shown.at(-1);
  const isOfRecords = rest === 'records' || rest === 'account' || last?.intent?.restsOnRecords === true;
  if (last === undefined || !isOfRecords) return true;
  return recording.goesOn !== true || endedAt(last) <= endOf(recording) - underWayMs;
}

/** Whether nothing that was recorded went on at the same time, where what is due rests on records. */
function isUndisturbed(shown: readonly Exchange[], recording: Recording): boolean {
  const last = shown.at(-1);
  return last?.intent?.restsOnRecords !== true || isQuiet(last, recording);
}

/** Whether only what was not recorded can be the reason for a refusal: of one's own record, and not of another's. */
function isDue(found: Found, shown: readonly Exchange[], { check, rest, recording }: Judging): boolean {
  const last = shown.at(-1);
  if (rest !== 'answer' || last === undefined || isOfItself(last, found, check)) return true;
  return untouchedRecord(found, recording)?.isOfItsMaker === true;
}

interface Judging {
  readonly check: Check;
  readonly rest: RestsOn;
  readonly recording: Recording;
}

/** Whether nothing that was not recorded can be the reason for what a finding shows. */
function standsAlone(found: Found, shown: readonly Exchange[], { check, rest, recording }: Judging): boolean {
  const last = shown.at(-1);
  if (last === undefined) return false;
  switch (rest) {
    case 'answer':
      return shown.length === 1 && isOfItself(last, found, check) && !restsOnRecords(last, recording);
    case 'lasting':
      return found.observed.kind !== 'status' || isThereStill(last, recording);
    case 'users':
      return true;
    case 'records':
      return (recording.onlyClients === true && areKnown(recording)) || isForEver(found, check, recording);
    case 'account':
      return recording.onlyClients === true && areKnown(recording);
  }
}

/** A refusal says nothing of a record that may be gone, and one that may be private asks for a credential. */
function isOfItself(exchange: Exchange, { observed }: Found, { id }: Check): boolean {
  const { resource, intent } = exchange;
  if (succeeded(exchange) || observed.kind !== 'status') return true;
  if (id === 'probe.answers-as-documented' || id === 'probe.open-needs-no-credential')
    return resource?.id === undefined && resource?.parent === undefined;
  return intent?.certain === true;
}

/** Whether what was refused was there afterwards: an agent may be removed, and the runs with it. */
function isThereStill(last: Exchange, { workers, contract }: Recording): boolean {
  const ids = (one: Exchange): string => pathValues(one, { contract }).join('\n');
  return workers.some(
    (one) =>
      one.sentAt > endedAt(last) &&
      one.caller?.name === last.caller?.name &&
      succeeded(one) &&
      ids(one) === ids(last),
  );
}

/** Whether what is due for an exchange rests on what became of records; what their config tells is enough. */
function restsOnRecords({ intent }: Exchange, { onlyClients }: Recording): boolean {
  return intent?.restsOnRecords === true && onlyClients !== true;
}

/** Whose credentials all are, the config has to tell where there is more than one: two may be of one user. */
const areKnown = memoize(({ user }: Recording): boolean => {
  const callers = user.flatMap(({ caller }) => caller ?? []);
  return callers.every(({ isNamed }) => isNamed) || new Set(callers.map(({ name }) => name)).size === 1;
});

/** An identifier that was drawn at random comes to nothing else, whatever became of the record that had it. */
const ofIdentifiers: readonly string[] = ['resource.is-gone-after-removal', 'resource.is-new'];

function isForEver(found: Found, { id }: Check, recording: Recording): boolean {
  return ofIdentifiers.includes(id) && untouchedRecord(found, recording)?.isUuid === true;
}

function mayBeShownByMore(shown: readonly Exchange[], rest: RestsOn): boolean {
  return (
    rest === 'records' ||
    (rest === 'answer' && shown.length === 1 && shown[0]?.intent?.restsOnRecords === true)
  );
}

/** So many records say the same, and none says otherwise: nobody undoes all that a user does before it is looked at. */
const leastRecords = 3;

interface JudgingMore extends Judging {
  readonly rule: Rule;
  /** What it comes to for all operations of the rule. */
  readonly whole: Judgement;
}

/** Findings that would have another explanation each by itself. */
function shownByMore(findings: readonly Found[], judging: JudgingMore): readonly Found[] {
  const { check, recording } = judging;
  const alike = Map.groupBy(findings, (found) => `${found.operation} ${causeOf(check.id, found)}`);
  return [...alike.values()].flatMap((same) => {
    const untouched = same.flatMap((found) => {
      const record = untouchedRecord(found, recording)?.record;
      return record === undefined ? [] : [{ found, record }];
    });
    const records = new Set(untouched.map(({ record }) => record));
    if (records.size < leastRecords || isContradicted(same, judging)) return [];
    return untouched.map(({ found }) => found);
  });
}

/** Whether the same operation was seen to keep the rule. */
function isContradicted(
  [first]: readonly Found[],
  { check, recording, rule, rest, whole }: JudgingMore,
): boolean {
  if (first === undefined) return true;
  const narrow = judgeAll(check, recording, { ...rule, operations: [first.operation] }, rest);
  const judged = narrow.subjects > 0 ? narrow : whole;
  return judged.subjects > judged.findings.length;
}
