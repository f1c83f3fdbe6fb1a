import { describe, expect, it } from 'vitest';
import { createChanges } from '../../src/store/changes.ts';
import { changeRowsOf } from '../../src/store/whose-rows.ts';

describe('what has changed in a database', () => {
  const write = async () => {};

  it('is known by whose rows they were, where that was said', async () => {
    const changes = createChanges();
    const then = changes.now();
    await changeRowsOf(['ann'], () => changes.around(write));
    const unchanged = (userIds?: string[]) => changes.areUnchanged(userIds, then);
    expect([unchanged(['ben']), unchanged(['ann']), unchanged(['ben', 'ann']), unchanged()]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(changes.areUnchanged(['ann'], changes.now())).toBe(true);
  });

  it("is anybody's where nothing was said", async () => {
    const changes = createChanges();
    const then = changes.now();
    await changes.around(write);
    expect(changes.areUnchanged(['ann'], then)).toBe(false);
  });

  it('counts from the beginning of a change to its end, also of one that fails', async () => {
    const changes = createChanges();
    const before = changes.now();
    const { promise, reject } = Promise.withResolvers<void>();
    const change = changeRowsOf(['ann'], () => changes.around(() => promise));
    const meanwhile = changes.now();
    expect(changes.areUnchanged(['ann'], before)).toBe(false);
    reject(new Error('Failed.'));
    await expect(change).rejects.toThrow('Failed.');
    expect(changes.areUnchanged(['ann'], meanwhile)).toBe(false);
  });

  it('forgets users rather than to grow without end, and then takes theirs for changed', async () => {
    const changes = createChanges();
    await changeRowsOf(['ann'], () => changes.around(write));
    const then = changes.now();
    const many = Array.from({ length: 10_001 }, (_, index) => `user ${index}`);
    await changeRowsOf(many, () => changes.around(write));
    expect(changes.areUnchanged(['ann'], then)).toBe(false);
  });
});
