import { caseKey } from '../../../cases/case.ts';
import { type Exchange, isOwnSuccess } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { keyOfPath, numbersOf, numericLeavesOf } from '../../leaves.ts';
import { type Check, judgeEach } from '../../verdict.ts';

/** So many times in a row that it is no chance. */
const leastReads = 4;

export const readingTheBalanceCostsNothing: Check = {
  id: 'law.reading-the-balance-costs-nothing',
  drivenBy: 'sequences',
  evidence: ['repeated'],
  needs: [],
  judge: ({ user }, { operations }) => {
    const reads = user.filter((one) => operations.includes(one.operation) && isOwnSuccess(one));
    const rows = Map.groupBy(reads, ({ origin }) => `${caseKey(origin.case)} ${origin.step}`);
    // A number that never changes is no balance.
    const isLive = new Set(reads.map((one) => JSON.stringify([...numbersOf(one)]))).size > 1;
    return judgeEach(
      [...rows.values()].filter((row) => isLive && row.length >= leastReads),
      (row) => {
        const [first, last] = [row[0], row.at(-1)];
        const falling = first && numericLeavesOf(first).find(({ path }) => isFalling(keyOfPath(path), row));
        if (first === undefined || last === undefined || falling === undefined) return undefined;
        const { path, value: before } = falling;
        return finding([first, last], {
          expected: { kind: 'field', path, oneOf: [before] },
          observed: { kind: 'field', path, value: numbersOf(last).get(keyOfPath(path)), before },
        });
      },
    );
  },
};

/** Whether a number is less each time, always by as much. */
function isFalling(key: string, row: readonly Exchange[]): boolean {
  const values = row.map((one) => numbersOf(one).get(key) ?? Number.NaN);
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? Number.NaN));
  return steps.every((step) => step < 0 && step === steps[0]);
}
