import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAddressLimit } from '../../src/domain/address-limit.ts';
import { createQuotaGuard, defaultQuotas, QuotaExceeded } from '../../src/domain/quotas.ts';

describe('a quota', () => {
  /** Lets so many ask at once; what each adds is there a moment later. */
  function guardOf(agents: number) {
    let held = 0;
    const guard = createQuotaGuard({ limits: { ...defaultQuotas, agents }, count: async () => held });
    const add = () =>
      guard.within({ quota: 'agents', userId: 'ann' }, async () => {
        await null;
        held += 1;
      });
    return {
      held: () => held,
      remove: (count: number) => {
        held = Math.max(0, held - count);
      },
      add: async (count: number) => await Promise.allSettled(Array.from({ length: count }, add)),
    };
  }

  it('is never passed, whatever is added and removed, and however much at once', async () => {
    const steps = fc.array(fc.integer({ min: -3, max: 8 }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 6 }), async (all, agents) => {
        const { held, remove, add } = guardOf(agents);
        for (const step of all) {
          remove(-Math.min(0, step));
          const before = held();
          await add(Math.max(0, step));
          expect(held()).toBeLessThanOrEqual(agents);
          // What is free can be had.
          expect(held()).toBeGreaterThanOrEqual(Math.min(agents, before + Math.min(1, Math.max(0, step))));
        }
      }),
    );
  });

  it('is of one user, and is counted again after a minute, for there may be other processes', async () => {
    let now = 0;
    const held: Record<string, number> = { ann: 0, bob: 0 };
    const guard = createQuotaGuard({
      limits: { ...defaultQuotas, keys: 2 },
      count: async (_, userId) => held[userId] ?? 0,
      now: () => now,
    });
    const add = (userId: string) => guard.within({ quota: 'keys', userId }, async () => 'added');
    await add('ann');
    held.ann = 2;
    now += 61_000;
    await expect(add('ann')).rejects.toThrow(QuotaExceeded);
    await expect(add('bob')).resolves.toBe('added');
  });

  it('of bytes takes what fits', async () => {
    const guard = createQuotaGuard({ limits: { ...defaultQuotas, bytes: 10 }, count: async () => 6 });
    const add = (amount: number) =>
      guard.within({ quota: 'bytes', userId: 'ann', amount }, async () => amount);
    await expect(add(5)).rejects.toThrow('The quota of 10 bytes is used up.');
    await expect(add(4)).resolves.toBe(4);
  });
});

describe('a limit by address', () => {
  const limitAt = (now: () => number) => createAddressLimit({ maximum: 2, windowMilliseconds: 10_000 }, now);

  it('lets each address have its share, and says when there is more', () => {
    let now = 0;
    const limit = limitAt(() => now);
    expect([1, 2, 3].map(() => limit.admit('192.0.2.1'))).toEqual([undefined, undefined, 10]);
    expect(limit.admit('192.0.2.2')).toBeUndefined();
    now = 10_001;
    expect(limit.admit('192.0.2.1')).toBeUndefined();
  });

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
    ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::', true],
    ['2001:db8::1', '2001:db8:0:0:5::', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['::ffff:192.0.2.1', '192.0.2.1', true],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
  ])('takes %s and %s for one network: %s', (one, other, isOne) => {
    const limit = limitAt(() => 0);
    limit.admit(one);
    limit.admit(one);
    expect(limit.admit(other) !== undefined).toBe(isOne);
  });
});
