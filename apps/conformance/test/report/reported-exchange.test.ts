import { expect, test } from 'vitest';
import { toReportedExchange } from '../../src/report/reported-exchange.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const messages = Array.from({ length: 60 }, (_, index) => ({ role: 'user', content: `message ${index}` }));

test('a long answer is shown around what is disputed, and whole beside it', () => {
  const body = JSON.stringify(messages);
  const { response, answer } = toReportedExchange(exchangeOf({ body }), ['not there', 'message 41']);
  expect(response).toMatch(/^200 · ….*message 41.*… \(characters \d+ to \d+ of \d+\)$/);
  expect(answer).toBe(body);
});

test('without anything in dispute it is shown from its beginning', () => {
  const body = JSON.stringify(messages);
  expect(toReportedExchange(exchangeOf({ body })).response).toMatch(
    /^200 · \[\{"role".*… \(\d+ characters\)$/,
  );
});

test('a short answer is shown as it is, and once', () => {
  const reported = toReportedExchange(exchangeOf({ body: 'short' }), ['o']);
  expect(reported.response).toBe('200 · short');
  expect(reported.answer).toBeUndefined();
});
