import { caseKey } from '../../cases/case.ts';
import { type Exchange, succeeded } from '../../exchanges/exchange.ts';
import type { Rule } from '../../spec/spec.ts';
import { pathValues } from '../path-values.ts';
import { probesOf } from '../probes.ts';
import { isOncePer, racesOf } from '../races.ts';
import { overlap } from '../run-history.ts';
import type { Recording } from '../verdict.ts';
import { startsRun } from '../worker-runs.ts';
import type { EvidenceOfComparisons } from './evidence.ts';

/** Whether requests show such a piece of evidence for a rule together. */
type IsShown = (rule: Rule, recording: Recording) => boolean;

/** What counts as each piece of evidence that takes more than one request. */
export const ofComparisons: Readonly<Record<EvidenceOfComparisons, IsShown>> = {
  repeated: (...where) => isSeveral(alike(successes(...where), requestOf)),
  'other-input': (...where) => ofOneOperation(...where).some((some) => new Set(some.map(inputOf)).size > 1),
  'two-users': (...where) => ofOneOperation(...where).some((some) => new Set(some.map(userOf)).size > 1),
  'success-twice': (...where) => isSeveral(ofOneOperation(...where)),
  'success-of-each': (rule, recording) => {
    const seen = new Set(successes(rule, recording).map(operationOf));
    return rule.operations.every((operation) => seen.has(operation));
  },
  'read-twice': (_, { user }) => {
    const reads = user.filter((one) => one.request.method === 'GET' && succeeded(one));
    return isSeveral(alike(reads, requestOf));
  },
  'named-read': (rule, recording) => {
    const named = new Set(successes(rule, recording).map((one) => pathValues(one, recording)[0]));
    return recording.user.some(
      (one) =>
        recording.contract.get(one.operation)?.resource?.does === 'read' &&
        succeeded(one) &&
        named.has(pathValues(one, recording)[0]),
    );
  },
  'sent-at-once': ({ operations }, recording) =>
    alike(probesOf(recording, operations), requestOf).some((some) =>
      some.some((one) => some.some((other) => overlap(one, other))),
    ),
  'once-only': ({ operations }, recording) => racesOf(probesOf(recording, operations)).some(isOncePer),
  'started-in-both-forms': (_, { user }) => {
    const starts = user.filter((one) => startsRun(one) && succeeded(one));
    return alike(starts, () => '').some((some) => new Set(some.map(operationOf)).size > 1);
  },
};

function successes({ operations }: Rule, recording: Recording): readonly Exchange[] {
  return probesOf(recording, operations).filter(succeeded);
}

function ofOneOperation(...where: Parameters<IsShown>): readonly (readonly Exchange[])[] {
  return [...Map.groupBy(successes(...where), operationOf).values()];
}

/** Those of one case that have something in common. */
function alike(
  exchanges: readonly Exchange[],
  sign: (one: Exchange) => string,
): readonly (readonly Exchange[])[] {
  return [...Map.groupBy(exchanges, (one) => `${caseKey(one.origin.case)}\n${sign(one)}`).values()];
}

function isSeveral(groups: readonly (readonly Exchange[])[]): boolean {
  return groups.some(({ length }) => length > 1);
}

function operationOf({ operation }: Exchange): string {
  return operation;
}

function userOf({ identity }: Exchange): string {
  return identity;
}

function inputOf({ request }: Exchange): string {
  return `${request.url}\n${request.body}`;
}

/** What the same user asks for. */
function requestOf(one: Exchange): string {
  return [one.identity, one.operation, inputOf(one)].join('\n');
}
