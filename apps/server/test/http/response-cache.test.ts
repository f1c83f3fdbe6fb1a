import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createResponseCache, type ResponseCache } from '../../src/http/response-cache.ts';
import { shareRead } from '../../src/store/share-read.ts';
import type { Freshness, Version } from '../../src/store/store.ts';

const request = (name = 'a', authorization = 'Bearer one') =>
  new Request(`http://server/${name}`, { headers: { authorization } });

/** As a database that several processes use: it's the same as it was, or it isn't. */
function bySnapshot(now: () => Promise<Version>): Freshness {
  return { now, isUnchanged: ({ before, now }) => before === now };
}

/** A database of one number, its version, and how often an answer was really made. */
function createStage() {
  const stage = { value: 0, made: 0, version: async () => `${stage.value}` };
  const answers = createResponseCache(bySnapshot(() => stage.version()));
  const answer = async (one: Request, expiresAt?: number) => {
    stage.made += 1;
    return answers.note(one, { body: stage.value, expiresAt });
  };
  const get = async (one = request(), expiresAt?: number) =>
    await (await answers.fetch(one, (asked) => answer(asked, expiresAt))).json();
  return { stage, get };
}

describe('the response cache', () => {
  it('are made again only when the database has changed, from the third request on', async () => {
    const { stage, get } = createStage();
    for (let time = 0; time < 5; time += 1) expect(await get()).toBe(0);
    expect(stage.made).toBe(2);
    stage.value = 1;
    for (let time = 0; time < 5; time += 1) expect(await get()).toBe(1);
    expect(stage.made).toBe(3);
  });

  it('are made once for a crowd that comes after a change', async () => {
    const { stage, get } = createStage();
    for (let time = 0; time < 3; time += 1) await get();
    stage.value = 1;
    const before = stage.made;
    expect(await Promise.all(Array.from({ length: 50 }, () => get()))).toEqual(Array(50).fill(1));
    expect(stage.made).toBe(before + 1);
  });

  it('that fail for one of a crowd are made for each of the others', async () => {
    const answers = createResponseCache(bySnapshot(async () => 'always'));
    const get = (answer: (one: Request) => Promise<Response>) => answers.fetch(request(), answer);
    const good = async (one: Request) => answers.note(one, { body: 1 });
    await get(good);
    const failing = get(() => Promise.reject(new Error('Given up.')));
    const others = [get(good), get(good)];
    await expect(failing).rejects.toThrow('Given up.');
    for (const other of others) expect(await (await other).json()).toBe(1);
  });

  it('are kept apart by address and by credential', async () => {
    const { stage, get } = createStage();
    const requests = [request('a'), request('b'), request('a', 'Bearer two')];
    for (const one of [...requests, ...requests, ...requests]) await get(one);
    expect(stage.made).toBe(2 * requests.length);
  });

  it('end with the credential behind them', async () => {
    const { stage, get } = createStage();
    for (let time = 0; time < 4; time += 1) await get(request(), Date.now() - 1);
    expect(stage.made).toBe(4);
  });

  it('are made again while the database says nothing', async () => {
    const { stage, get } = createStage();
    await get();
    stage.version = () => Promise.reject(new Error('Out of reach.'));
    for (let time = 0; time < 3; time += 1) expect(await get()).toBe(0);
  });

  it('are never older than the last write that was acknowledged before the request, in whatever order things happen', async () => {
    const steps = fc.array(fc.constantFrom('read' as const, 'write' as const), {
      minLength: 4,
      maxLength: 14,
    });
    const property = fc.asyncProperty(fc.scheduler(), steps, async (scheduler, kinds) => {
      let stored = 0;
      let acknowledged = 0;
      let isOrderly = true;
      const wait = async () => void (isOrderly || (await scheduler.schedule(Promise.resolve())));
      const answers: ResponseCache = createResponseCache(
        bySnapshot(
          shareRead(async () => {
            await wait();
            const version = `${stored}`;
            await wait();
            return version;
          }),
        ),
      );
      const read = async () => {
        const least = acknowledged;
        const response = await answers.fetch(request(), async (one) => {
          await wait();
          const body = stored;
          await wait();
          return answers.note(one, { body });
        });
        expect(await response.json()).toBeGreaterThanOrEqual(least);
      };
      const write = async () => {
        await wait();
        stored += 1;
        const value = stored;
        await wait();
        acknowledged = Math.max(acknowledged, value);
      };
      // Asked often enough to be kept.
      for (let time = 0; time < 3; time += 1) await read();
      isOrderly = false;
      const all = kinds.map(async (kind) => {
        await wait();
        await (kind === 'read' ? read() : write());
      });
      await scheduler.waitFor(Promise.all(all));
    });
    await fc.assert(property, { numRuns: 200 });
  });
});
