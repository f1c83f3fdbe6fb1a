import { expect, test } from 'vitest';
import { type Limits, limitSender, reserveSender } from '../../src/exchanges/limit-sender.ts';
import { createRequestAllowance } from '../../src/exchanges/request-allowance.ts';
import type { RawRequest, Sender } from '../../src/exchanges/send.ts';

const request: RawRequest = { method: 'GET', url: 'http://target.test/me/', headers: {} };

/** Limits of so many requests, with what was sent and how often the limit was met. */
function limited(maxRequests: number) {
  const seen = { sent: 0, spent: 0, stop: new AbortController() };
  const sender: Sender = {
    send: async () => {
      seen.sent += 1;
      return { sentAt: 0, transportError: { kind: 'broken', message: 'nothing is there', at: 0 } };
    },
    close: async () => {},
  };
  const limits: Limits = {
    allowance: createRequestAllowance(maxRequests, () => 0),
    rateLimit: async () => {},
    signal: seen.stop.signal,
    mayCreate: () => false,
    onSpent: () => {
      seen.spent += 1;
    },
  };
  return { seen, driving: limitSender(sender, limits), cleaning: reserveSender(sender, limits) };
}

test('of many requests at once only as many are sent as are allowed, and the others have no answer', async () => {
  const { seen, driving } = limited(3);
  const answers = await Promise.all(Array.from({ length: 10 }, () => driving.send(request)));
  expect(answers.filter((sent) => sent !== undefined)).toHaveLength(3);
  expect(seen).toMatchObject({ sent: 3, spent: 7 });
});

test('a stopped run sends nothing more, but still cleans up', async () => {
  const { seen, driving, cleaning } = limited(3);
  seen.stop.abort();
  expect(await driving.send(request)).toBeUndefined();
  expect(await cleaning.send(request)).toBeDefined();
  expect(seen).toMatchObject({ sent: 1, spent: 0 });
});

test('cleaning up ends at the limit as well', async () => {
  const { seen, cleaning } = limited(1);
  await cleaning.send(request);
  expect(await cleaning.send(request)).toBeUndefined();
  expect(seen.sent).toBe(1);
});
