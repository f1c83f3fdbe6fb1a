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
