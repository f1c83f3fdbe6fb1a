import { expect, test } from 'vitest';
import { drawSequences } from '../../src/cases/sequences/draw-sequences.ts';
import { toSequence } from '../../src/cli/replay-origin.ts';
import { presentCase } from '../../src/report/present-case.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const spec = await loadSpec();
const given = { path: undefined, calls: undefined, number: undefined, seed: undefined, budget: 'quick' };
const [, , third] = drawSequences(7, 3);

test('a drawn sequence is replayed by its number and its seed, as the report prints them', () => {
  const exchange = exchangeOf({ id: 1 });
  const { options } = presentCase(
    {
      kind: 'sequence',
      isSmallest: true,
      rule: 'bundles.some-rule',
      sequence: third?.id ?? '',
      drawn: third?.drawn,
      kept: '1,2',
      calls: third?.calls ?? [],
      exchanges: [exchange],
      finding: {
        check: 'bundles.some-check',
        cause: 'bundles.some-check:status-500',
        case: exchange.origin.case,
        operation: 'createBundle',
        exchanges: [1],
        expected: { kind: 'status', oneOf: [200] },
        observed: { kind: 'status', status: 500 },
      },
    },
    { operations: spec.operations, plan: { seed: 7 } },
  );
  expect(options).toBe(' --sequence drawn --number 2 --calls 1,2 --seed 7');
  expect(toSequence({ ...given, sequence: 'drawn', number: '2', seed: '7' }, spec)?.sequence).toEqual(third);
});

test.each([
  [{ sequence: 'drawn', seed: '7' }, 'needs --number and --seed'],
  [{ sequence: 'drawn', number: '3' }, 'needs --number and --seed'],
  [{ sequence: 'bundle-lives', number: '3' }, '--number is that of --sequence drawn'],
  [{ sequence: 'drawn-7-3' }, 'there is no "drawn-7-3"'],
])('what names no drawn sequence is an error of use: %j', (values, words) => {
  expect(() => toSequence({ ...given, ...values }, spec)).toThrow(words);
});
