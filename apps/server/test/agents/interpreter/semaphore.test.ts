import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foregroundLimits } from '../../../src/agents/interpreter/interpreter.ts';
import { createProgramPlaces, limitPrograms } from '../../../src/agents/interpreter/program-places.ts';
import { createSemaphore } from '../../../src/agents/interpreter/semaphore.ts';

describe('programs at once', () => {
  it('are no more than there are places; the others wait in line', async () => {
    const semaphore = createSemaphore({ count: 2 });
    const gates = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
    let running = 0;
    let most = 0;
    const done: number[] = [];
    const runs = gates.map((gate, index) =>
      semaphore.run(async () => {
        most = Math.max(most, ++running);
        await gate.promise;
        running -= 1;
        done.push(index);
      }),
    );
    for (const [index, gate] of gates.entries()) {
      gate.resolve();
      await runs[index];
    }
    expect(most).toBe(2);
    expect(done).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('may leave the line, and a failure frees its place', async () => {
    const semaphore = createSemaphore({ count: 1 });
    const gate = Promise.withResolvers<void>();
    const first = semaphore.run(() => gate.promise);
    const giveUp = new AbortController();
    const second = semaphore.run(async () => 'ran', { signal: giveUp.signal });
    const third = semaphore.run(async () => 'ran');
    giveUp.abort(new Error('gave up'));
    await expect(second).rejects.toThrow('gave up');
    gate.reject(new Error('failed'));
    await expect(first).rejects.toThrow('failed');
    expect(await third).toBe('ran');
  });

  it('are shared among users: none has all, and a free place goes to who has the fewest', async () => {
    const semaphore = createSemaphore({ count: 4, ofOne: 3 });
    const order: string[] = [];
    const gates: PromiseWithResolvers<void>[] = [];
    function begin(owner: string): void {
      const gate = Promise.withResolvers<void>();
      const work = async () => {
        order.push(owner);
        gates.push(gate);
        await gate.promise;
      };
      void semaphore.run(work, { owner });
    }
    const settle = () => new Promise((tick) => setImmediate(tick));
    async function end(index: number): Promise<void> {
      gates[index]?.resolve();
      await settle();
    }
    for (let count = 0; count < 6; count += 1) begin('noisy');
    begin('quiet');
    await settle();
    expect(order).toEqual(['noisy', 'noisy', 'noisy', 'quiet']);
    begin('third');
    begin('fourth');
    await end(0);
    await end(1);
    expect(order.slice(4)).toEqual(['third', 'fourth']);
    await end(2);
    expect(order.slice(6)).toEqual(['noisy']);
  });
});

const places = { count: 3, ofOne: 2, waitingOfOne: 4 };
const owners = ['ann', 'ben', 'cam', 'dee'];

interface Visit {
  owner: string;
  state: 'waiting' | 'inside' | 'over';
  gate: PromiseWithResolvers<void>;
  giveUp: AbortController;
}

/** Visitors of a semaphore, each of whom stays until told. */
function gather() {
  const semaphore = createSemaphore(places);
  const visits: Visit[] = [];
  const those = (state: Visit['state'], owner?: string) =>
    visits.filter((visit) => visit.state === state && (!owner || visit.owner === owner));
  function come(owner: string): void {
    const visit: Visit = {
      owner,
      state: 'waiting',
      gate: Promise.withResolvers(),
      giveUp: new AbortController(),
    };
    const work = async () => {
      visit.state = 'inside';
      await visit.gate.promise;
    };
    const isOver = () => {
      visit.state = 'over';
    };
    visits.push(visit);
    semaphore.run(work, { owner, signal: visit.giveUp.signal }).then(isOver, isOver);
  }
  const acts = {
    come,
    end: (_: string, which: number) => those('inside')[which]?.gate.resolve(),
    'give up': (owner: string, which: number) =>
      those('waiting', owner)[which]?.giveUp.abort(new Error('left')),
  };
  return { semaphore, those, acts };
}

function expectFair({ semaphore, those }: ReturnType<typeof gather>): void {
  const inside = those('inside').length;
  expect(inside).toBeLessThanOrEqual(places.count);
  expect(semaphore.running()).toBe(inside);
  expect(semaphore.waiting()).toBe(those('waiting').length);
  for (const owner of owners) {
    const [held, waiting] = [those('inside', owner).length, those('waiting', owner).length];
    expect(held).toBeLessThanOrEqual(places.ofOne);
    expect(waiting).toBeLessThanOrEqual(places.waitingOfOne);
    if (held < places.ofOne && inside < places.count) expect(waiting).toBe(0);
  }
}

it('Places are all taken while somebody may have one, by those who have the fewest, whoever gives up', async () => {
  const step = fc.record({
    act: fc.constantFrom('come' as const, 'come' as const, 'end' as const, 'give up' as const),
    owner: fc.constantFrom(...owners),
    which: fc.nat(9),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const crowd = gather();
      const { those, acts } = crowd;
      for (const { act, owner, which } of steps) {
        const line = new Set(those('waiting'));
        acts[act](owner, which);
        await new Promise((tick) => setImmediate(tick));
        expectFair(crowd);
        const entered = those('inside').find((visit) => line.has(visit))?.owner;
        if (act !== 'end' || !entered) continue;
        const fewest = Math.min(...[...line].map((visit) => those('inside', visit.owner).length));
        expect(those('inside', entered).length - 1).toBeLessThanOrEqual(fewest);
      }
    }),
  );
});

it('A user whose line is full is told so by the program that came too late, and the others go on', async () => {
  const gate = Promise.withResolvers<void>();
  const limited = limitPrograms(async () => {
    await gate.promise;
    return { status: 'succeeded', result: 1, output: '' };
  }, createProgramPlaces(3));
  const run = (userId: string) =>
    limited({ language: 'javascript', code: '1', userId, limits: foregroundLimits('javascript') });
  const all = Array.from({ length: 101 }, () => run('noisy'));
  expect(await run('noisy')).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('wait for a place'),
  });
  const other = run('quiet');
  gate.resolve();
  for (const each of [...all, other]) expect(await each).toMatchObject({ status: 'succeeded' });
});
