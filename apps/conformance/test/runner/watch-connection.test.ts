import { expect, test } from 'vitest';
import { watchConnection } from '../../src/runner/watch-connection.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const answered = exchangeOf();
const { response: _, ...unanswered } = answered;

test('a target is lost when too many requests in a row have no answer', () => {
  let lost = 0;
  const watch = watchConnection(2, () => {
    lost += 1;
  });
  for (const exchange of [unanswered, unanswered, answered, unanswered, unanswered]) watch(exchange);
  expect(lost).toBe(0);
  watch(unanswered);
  expect(lost).toBe(1);
});

/** An answer to the operation of that number. */
const answerTo = (number: number, status: number, state?: string) =>
  exchangeOf({ operation: `operation-${number}`, status, intent: { kind: 'valid', certain: true, state } });

/** So many errors one after the other, about so many operations; whether the target counts as lost. */
function isLostBy(
  errors: number,
  operations: number,
  { state, among }: { state?: string; among?: number } = {},
) {
  let isLost = false;
  const watch = watchConnection(24, () => {
    isLost = true;
  });
  for (let number = 0; number < errors; number += 1) {
    if (number === among) watch(answerTo(0, 404));
    watch(answerTo(number % operations, 503, state));
  }
  return isLost;
}

test('a target is lost when it answers everything with an error of its own', () => {
  expect(isLostBy(100, 10)).toBe(true);
});

test('errors of few operations, some that were arranged, and errors among other answers are no lost target', () => {
  expect(isLostBy(99, 10)).toBe(false);
  expect(isLostBy(300, 9)).toBe(false);
  expect(isLostBy(300, 10, { state: 'out of service' })).toBe(false);
  expect(isLostBy(198, 10, { among: 99 })).toBe(false);
});
