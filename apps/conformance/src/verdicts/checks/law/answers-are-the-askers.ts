import { type Exchange, inCases, succeeded } from '../../../exchanges/exchange.ts';
import { isMasked } from '../../declared/departure.ts';
import { finding } from '../../findings/finding.ts';
import { type Leaf, leavesOf } from '../../leaves.ts';
import { overlap } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const answersAreTheAskers: Check = {
  id: 'law.answers-are-the-askers',
  drivenBy: 'sequences',
  evidence: ['two-users'],
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      operations.flatMap((operation) => racesIn(user.filter((one) => one.operation === operation))),
      ({ answer, own, others }) => {
        const other = own.has(textOf(answer)) ? undefined : others.get(textOf(answer));
        const foreign = other && leavesOf(answer).find((leaf) => isTelling(leaf, own));
        return (
          foreign &&
          finding([other, answer], {
            expected: { kind: 'field', path: foreign.path, must: 'be-the-callers-own' },
            observed: { kind: 'field', path: foreign.path, value: foreign.value },
          })
        );
      },
    ),
};

/** An answer to one of several who asked at once, and what each was answered alone, by its text. */
interface Race {
  readonly answer: Exchange;
  readonly own: ReadonlyMap<string, Exchange>;
  readonly others: ReadonlyMap<string, Exchange>;
}

function racesIn(calls: readonly Exchange[]): readonly Race[] {
  const reads = calls.filter((one) => one.intent?.kind === 'valid' && succeeded(one));
  return inCases(reads).flatMap((some) => {
    const alone = some.filter((one) => !some.some((other) => overlap(one, other)));
    return some
      .filter((one) => !alone.includes(one))
      .flatMap((answer): Race[] => {
        const [own, others] = [true, false].map(
          (isOwn) =>
            new Map(
              alone
                .filter(({ identity }) => (identity === answer.identity) === isOwn)
                .map((one) => [textOf(one), one]),
            ),
        );
        return own && others && own.size > 0 && others.size > 0 ? [{ answer, own, others }] : [];
      });
  });
}

/** So long a text is in no two users' answers by chance; what is empty, gone or masked may be so for anybody. */
const leastLength = 8;

function isTelling({ value }: Leaf, own: Race['own']): boolean {
  const isOwn = [...own.values()].some((one) => leavesOf(one).some((leaf) => leaf.value === value));
  return `${value}`.length >= leastLength && !isMasked(value) && !isOwn;
}

function textOf({ response }: Exchange): string {
  return response?.body.text ?? '';
}
