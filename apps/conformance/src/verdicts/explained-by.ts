import type { Expectation } from './findings/expectation.ts';
import type { JudgedFinding } from './verdict.ts';
import {
  answerKey,
  conditionedKey,
  type Families,
  insteadKey,
  recordKey,
  type Witnesses,
} from './witnesses.ts';

/** A finding, with all that its cause shows. */
export interface Explained {
  readonly finding: JudgedFinding;
  readonly own: Witnesses;
  readonly families: Families;
}

/** How close the tie is by which a mistake explains a finding as well, the closest first; undefined where none does. */
export function explainedBy(by: Witnesses, explained: Explained): number | undefined {
  const tie = ties.findIndex((isTied) => isTied(by, explained));
  return tie < 0 ? undefined : tie;
}

type Tie = (by: Witnesses, explained: Explained) => boolean;

const ties: readonly Tie[] = [
  /** The very same answer breaks both. */
  ({ shown }, { finding: { exchanges } }) => shown.has(exchanges.at(-1) ?? 0),
  /** The finding rests on an answer that was wrong already. */
  ({ shown }, { finding: { exchanges } }) => exchanges.some((id) => shown.has(id)),
  /** The operation gives the same wrong answer where it ought to give one and the same other. */
  ({ answers }, { finding }) => {
    const expectations = answers.get(answerKey(finding) ?? '') ?? [];
    return expectations.some((expected) => haveOneInCommon(expected, finding.expected));
  },
  /** The same is answered under the same condition, at other operations. */
  ({ conditioned }, { finding }) => conditioned.has(conditionedKey(finding) ?? ''),
  /** The same is answered where the same is due, at some operation in common. */
  ({ instead, operations }, { finding, own }) =>
    instead.has(insteadKey(finding) ?? '') && [...own.operations].some((one) => operations.has(one)),
  /** What was done to records of this kind had no effect, or another one, wherever that is looked at. */
  ({ conditions }, { finding }) => conditions.has(recordKey(finding) ?? ''),
  /** What was removed is not only shown, it can be changed and removed again. */
  ({ conditions }, { finding: { operation, expected, observed }, families }) =>
    conditions.has(`removed ${families.get(operation)}`) &&
    observed.kind === 'status' &&
    observed.status < 300 &&
    asksFor(expected, 404),
  /** What was made is not only missing where it is read: nothing can be done with it. */
  ({ conditions }, { finding: { operation, observed, expected }, families }) =>
    conditions.has(`made ${families.get(operation)}`) &&
    observed.kind === 'status' &&
    observed.status === 404 &&
    !asksFor(expected, 404),
  /** Who gets the record of another call finds nothing in it as it should be, and it is removed for both. */
  ({ repeated }, { finding: { operation }, families }) => repeated.has(families.get(operation) ?? ''),
];

function asksFor(expected: Expectation, status: number): boolean {
  return expected.kind === 'status' && expected.oneOf?.includes(status) === true;
}

/** Whether one answer could be what both ask for. */
function haveOneInCommon(one: Expectation, other: Expectation): boolean {
  if (one.kind !== 'status' || other.kind !== 'status') return true;
  const { oneOf: some } = one;
  const { oneOf: others } = other;
  if (some === undefined || others === undefined) return true;
  return some.some((status) =>
    others.some((another) => isOfClass(status, another) || isOfClass(another, status)),
  );
}

type Status = number | 'success' | 'refusal';

function isOfClass(status: Status, wanted: Status): boolean {
  if (wanted === 'success') return status === 'success' || (typeof status === 'number' && status < 300);
  if (wanted === 'refusal') return status === 'refusal' || (typeof status === 'number' && status >= 400);
  return status === wanted;
}
