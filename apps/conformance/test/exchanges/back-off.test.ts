import { expect, test } from 'vitest';
import { createBackOff } from '../../src/exchanges/back-off.ts';
import type { RawRequest, Sender, Sent } from '../../src/exchanges/send.ts';

const request: RawRequest = { method: 'GET', url: 'http://target.test/me/', headers: {} };
const never = new AbortController().signal;

function answer(status: number, headers: readonly (readonly [string, string])[] = []): Sent {
  const body = { text: '', chunks: [], ended: 'complete' as const };
  return { sentAt: 0, response: { status, headers, headersAt: 0, endedAt: 0, body } };
}

/** A target that gives these answers in turn, and the last one for ever, with a clock that pauses move on. */
function target(...answers: readonly Sent[]) {
  const seen = { time: 0, sentAt: [] as number[], waits: [] as number[], aways: [] as number[] };
  const sender: Sender = {
    send: async () => {
      seen.sentAt.push(seen.time);
      return answers[Math.min(seen.sentAt.length, answers.length) - 1];
    },
    close: async () => {},
  };
  const backOff = createBackOff({
    now: () => seen.time,
    today: () => Date.parse('2026-01-01T00:00:00Z'),
    pause: async (milliseconds) => {
      seen.time += milliseconds;
    },
    onWait: (milliseconds) => seen.waits.push(milliseconds),
    onAway: (milliseconds) => seen.aways.push(milliseconds),
  });
  return { seen, backOff, sender };
}

test.each([
  ['seconds', '2', 2_000],
  ['a moment', 'Thu, 01 Jan 2026 00:00:03 GMT', 3_000],
  ['nonsense', 'soon', 500],
])('a target that asks for a pause in %s is asked again after it', async (_, retryAfter, wait) => {
  const { seen, backOff, sender } = target(answer(429, [['Retry-After', retryAfter]]), answer(200));
  const sent = await backOff.over(sender, never).send(request);
  expect(sent?.response?.status).toBe(200);
  expect(seen).toEqual({ time: wait, sentAt: [0, wait], waits: [wait], aways: [] });
});

test('meanwhile nothing else is sent, by none of the senders', async () => {
  const { seen, backOff, sender } = target(answer(429, [['retry-after', '1']]), answer(200));
  await Promise.all([backOff.over(sender, never).send(request), backOff.over(sender, never).send(request)]);
  await backOff.over(sender, never).send(request);
  expect(seen.sentAt.filter((at) => at > 0 && at < 1_000)).toEqual([]);
  expect(seen.waits.reduce((sum, wait) => sum + wait, 0)).toBe(seen.time);
});

test('a target that never takes a request is given up, with its last answer', async () => {
  const { seen, backOff, sender } = target(answer(429));
  const sent = await backOff.over(sender, never).send(request);
  expect(sent?.response?.status).toBe(429);
  expect(seen.waits).toEqual([500, 1_000, 2_000, 4_000, 8_000]);
});

test('a stopped run does not wait, and sends nothing that would have to', async () => {
  const { seen, backOff, sender } = target(answer(429));
  const stopped = backOff.over(sender, AbortSignal.abort());
  expect(await stopped.send(request)).toMatchObject({ response: { status: 429 } });
  expect(await stopped.send(request)).toBeUndefined();
  expect(seen).toMatchObject({ time: 0, sentAt: [0] });
});

const unreachable: Sent = {
  sentAt: 0,
  transportError: { kind: 'refused', message: 'ECONNREFUSED', at: 0 },
};

test('a target that was there and takes no connection is waited for, and asked again', async () => {
  const { seen, backOff, sender } = target(answer(200), unreachable, unreachable, answer(200));
  const { send } = backOff.over(sender, never);
  await send(request);
  expect(await send(request)).toMatchObject({ response: { status: 200 } });
  expect(seen).toMatchObject({ sentAt: [0, 0, 500, 1_500], waits: [], aways: [500, 1_000] });
});

test('one that stays away is waited for once, until it is there again', async () => {
  const { seen, backOff, sender } = target(
    answer(200),
    ...Array<Sent>(7).fill(unreachable),
    answer(200),
    unreachable,
    answer(200),
  );
  const { send } = backOff.over(sender, never);
  for (let time = 0; time < 5; time += 1) await send(request);
  expect(seen.aways).toEqual([500, 1_000, 2_000, 4_000, 8_000, 500]);
  expect(seen.sentAt).toHaveLength(11);
});

test('one that was never there is not waited for', async () => {
  const { seen, backOff, sender } = target(unreachable);
  await backOff.over(sender, never).send(request);
  expect(seen).toMatchObject({ sentAt: [0], aways: [] });
});

test('a rest holds all senders, and ends no other that is longer', async () => {
  const { seen, backOff, sender } = target(answer(200));
  backOff.rest(2_000);
  backOff.rest(500);
  await Promise.all([backOff.over(sender, never).send(request), backOff.over(sender, never).send(request)]);
  expect(seen.sentAt).toEqual([2_000, 2_000]);
});
