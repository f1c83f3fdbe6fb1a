import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextLoop } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startJavascriptSandbox } from '../../../src/agents/interpreter/engine.ts';
import { createLocalInterpreter } from '../../../src/agents/interpreter/local-interpreter.ts';
import { runInSandbox } from '../../../src/agents/interpreter/run-in-sandbox.ts';
import type { Sandbox } from '../../../src/agents/interpreter/sandbox.ts';
import { createSemaphore } from '../../../src/agents/interpreter/semaphore.ts';
import { createWarmPool, type WarmPool } from '../../../src/agents/interpreter/warm-pool.ts';
import { testCacheDir } from '../../helpers/deployment.ts';
import { patience } from '../../helpers/patience.ts';
import { patientLimits } from '../../helpers/patient-limits.ts';

const started: Sandbox[] = [];

function start(): Sandbox {
  const sandbox = startJavascriptSandbox(patientLimits('javascript').memoryBytes);
  started.push(sandbox);
  return sandbox;
}

function startedAt(index: number): Sandbox {
  const sandbox = started.at(index);
  if (!sandbox) throw new Error(`No sandbox ${index} was started.`);
  return sandbox;
}

const program = (code: string) => ({
  language: 'javascript' as const,
  code,
  limits: patientLimits('javascript'),
});

const pools: WarmPool[] = [];

function keepPool(idleMilliseconds = 60_000): WarmPool {
  const pool = createWarmPool(start, idleMilliseconds);
  pools.push(pool);
  return pool;
}

afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
  for (const { kill } of started.splice(0)) kill();
});

describe('a process in wait', () => {
  it('is started with the first program, then with each that takes one', async () => {
    const pool = keepPool();
    expect(started).toHaveLength(0);
    const first = pool.take();
    await nextLoop();
    expect(started).toHaveLength(2);
    const second = pool.take();
    await nextLoop();
    expect([first, second]).toEqual([startedAt(0), startedAt(1)]);
    expect(started).toHaveLength(3);
  });

  it('runs one program, and ends with it', async () => {
    const pool = keepPool();
    pool.prepare();
    const sandbox = pool.take();
    expect(await runInSandbox(sandbox, program('6 * 7'))).toMatchObject({ result: 42 });
    await sandbox.ended;
    expect(sandbox.isAlive()).toBe(false);
  });

  it('ends when no program comes, and the next program gets another', async () => {
    const pool = keepPool(0);
    pool.prepare();
    await startedAt(0).ended;
    expect(pool.take()).toBe(startedAt(1));
  });

  it('ends with its keeper, and none is started after', async () => {
    const pool = keepPool();
    pool.prepare();
    pool.close();
    await startedAt(0).ended;
    pool.prepare();
    expect(started).toHaveLength(1);
  });

  it('ends when the server is killed', async () => {
    const keeper = fork(fileURLToPath(new URL('../../helpers/hold-warm-pool.ts', import.meta.url)), {
      execArgv: ['--conditions=@agent-workers/source'],
    });
    const [pid] = await once(keeper, 'message');
    keeper.kill('SIGKILL');
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), patience);
  });

  it('leaves nothing of one program to the next', async () => {
    const interpreter = createLocalInterpreter({ cacheDir: testCacheDir, logger: () => {} });
    await interpreter.run(program('globalThis.left = 1; Array.prototype.left = 1'));
    const outcome = await interpreter.run(program('[typeof left, typeof [].left]'));
    interpreter.close();
    expect(outcome).toMatchObject({ result: ['undefined', 'undefined'] });
  });
});

describe('programs at once', () => {
  it('are no more than there are places; the others wait in line', async () => {
    const semaphore = createSemaphore(2);
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
    const semaphore = createSemaphore(1);
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
    const semaphore = createSemaphore(4, 3);
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
