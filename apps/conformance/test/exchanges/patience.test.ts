import { describe, expect, test } from 'vitest';
import { createPatience } from '../../src/exchanges/patience.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const { operations } = await loadSpec();
const contract = new Map(operations.map((operation) => [operation.id, operation]));

/** Whether reads count as lagging once a read that was sent at that time was asked again; a write was over at 10. */
function lagAfter(sentAt: number, ...bodies: readonly [string, string]): boolean {
  const lag = { isSeen: false };
  const patience = createPatience({
    lag,
    operations: contract,
    deployment: { consistencyWindowMs: 1_000 },
    now: () => 10,
    pause: async () => {},
    signal: new AbortController().signal,
  });
  patience.saw(exchangeOf({ operation: 'updateBundle' }));
  const [first, second] = bodies.map((body) => ({ ...exchangeOf({ body }), sentAt }));
  if (first && second) patience.sawBehind(first, second);
  return lag.isSeen;
}

describe('a read that shows what was written when it is asked again', () => {
  test('was behind, where it was sent after that', () => {
    expect(lagAfter(11, '{"name":"old"}', '{"name":"new"}')).toBe(true);
  });

  test('was not, where it was sent beside the write, or says the same again', () => {
    expect(lagAfter(9, '{"name":"old"}', '{"name":"new"}')).toBe(false);
    expect(lagAfter(11, '{"name":"old"}', '{"name":"old"}')).toBe(false);
  });
});

/** How long a read waits, in ms, that comes so long after a call. */
async function waitAfter(operation: string, { isSeen, later }: { isSeen: boolean; later: number }) {
  let now = 0;
  let waited = 0;
  const patience = createPatience({
    lag: { isSeen },
    operations: contract,
    deployment: { consistencyWindowMs: 1_000 },
    now: () => now,
    pause: async (milliseconds) => {
      waited += milliseconds;
    },
    signal: new AbortController().signal,
  });
  patience.saw(exchangeOf({ operation }));
  now = later;
  await patience.untilShown();
  return waited;
}

describe('a read after a write', () => {
  test('waits for nothing where no read was seen to lag', async () => {
    expect(await waitAfter('createBundle', { isSeen: false, later: 10 })).toBe(0);
  });

  test('waits where reads lag, for what is left of the window and a margin', async () => {
    expect(await waitAfter('createBundle', { isSeen: true, later: 200 })).toBe(1_000);
    expect(await waitAfter('createBundle', { isSeen: true, later: 1_300 })).toBe(0);
  });

  test('waits for no read', async () => {
    expect(await waitAfter('getBundle', { isSeen: true, later: 10 })).toBe(0);
  });
});
