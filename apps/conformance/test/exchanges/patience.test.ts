import { describe, expect, test } from 'vitest';
import { createPatience } from '../../src/exchanges/patience.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const { operations } = await loadSpec();
const contract = new Map(operations.map((operation) => [operation.id, operation]));

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
