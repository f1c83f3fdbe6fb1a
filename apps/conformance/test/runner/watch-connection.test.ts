import { expect, test } from 'vitest';
import { watchConnection } from '../../src/runner/watch-connection.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const answered = exchangeOf();
const { response: _, ...unanswered } = answered;

/** What comes of it. */
function consequences() {
  const seen = { rests: [] as number[], lost: 0 };
  return {
    seen,
    rest: (milliseconds: number) => seen.rests.push(milliseconds),
    onLost: () => {
      seen.lost += 1;
    },
  };
}

test('a target is lost when too many requests in a row have no answer', () => {
  const { seen, ...then } = consequences();
  const watch = watchConnection(2, then);
  for (const exchange of [unanswered, unanswered, answered, unanswered, unanswered]) watch(exchange);
  expect(seen.lost).toBe(0);
  watch(unanswered);
  expect(seen).toEqual({ rests: [], lost: 1 });
});

/** An answer to the operation of that number. */
const answerTo = (number: number, status: number, state?: string) =>
  exchangeOf({ operation: `operation-${number}`, status, intent: { kind: 'valid', certain: true, state } });

/** So many errors one after the other, about so many operations, with another answer before the one of a number. */
function afterErrors(
  errors: number,
  operations: number,
  { state, at }: { state?: string; at?: number } = {},
) {
  const { seen, ...then } = consequences();
  const watch = watchConnection(24, then);
  for (let number = 0; number < errors; number += 1) {
    if (number === at) watch(answerTo(0, 404));
    watch(answerTo(number % operations, 503, state));
  }
  return seen;
}

test('a target that answers everything with an error of its own is left alone three times, and is lost then', () => {
  expect(afterErrors(99, 10)).toEqual({ rests: [], lost: 0 });
  expect(afterErrors(100, 10)).toEqual({ rests: [500], lost: 0 });
  expect(afterErrors(148, 10)).toEqual({ rests: [500, 2_000, 8_000], lost: 0 });
  expect(afterErrors(172, 10)).toEqual({ rests: [500, 2_000, 8_000], lost: 1 });
});

test('one that is back after a rest is asked as before', () => {
  expect(afterErrors(271, 10, { at: 171 }).rests).toEqual([500, 2_000, 8_000, 500]);
  expect(afterErrors(270, 10, { at: 171 }).lost).toBe(0);
});

test('errors of few operations, some that were arranged, and errors among other answers are no lost target', () => {
  const nothing = { rests: [], lost: 0 };
  expect(afterErrors(300, 9)).toEqual(nothing);
  expect(afterErrors(300, 10, { state: 'out of service' })).toEqual(nothing);
  expect(afterErrors(198, 10, { at: 99 })).toEqual(nothing);
});
