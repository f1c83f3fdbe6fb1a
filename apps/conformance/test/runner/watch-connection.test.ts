import { expect, test } from 'vitest';
import { watchConnection } from '../../src/runner/watch-connection.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const answered = exchangeOf();
const { response: _, ...unanswered } = answered;
const unwell = exchangeOf({ status: 503 });

test('a target is lost when too many requests in a row have no response', () => {
  let lost = 0;
  const watch = watchConnection(2, () => {
    lost += 1;
  });
  for (const exchange of [unanswered, unanswered, answered, unanswered, unanswered]) watch.saw(exchange);
  expect(lost).toBe(0);
  watch.saw(unanswered);
  expect(lost).toBe(1);
});

test('one that answers with errors alone is asked whether it is still there, one question at a time', async () => {
  const asked: (() => void)[] = [];
  const watch = watchConnection(2, () => expect.unreachable());
  watch.whenUnwell(() => new Promise((resolve) => asked.push(resolve)));
  for (const exchange of [unwell, unwell, answered, unwell, unwell]) watch.saw(exchange);
  expect(asked).toHaveLength(0);
  for (let count = 0; count < 4; count += 1) watch.saw(unwell);
  expect(asked).toHaveLength(1);
  asked[0]?.();
  await new Promise(setImmediate);
  for (let count = 0; count < 3; count += 1) watch.saw(unwell);
  expect(asked).toHaveLength(2);
});
