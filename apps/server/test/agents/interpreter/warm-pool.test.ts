import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextLoop } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startJavascriptSandbox } from '../../../src/agents/interpreter/engine.ts';
import { createLocalInterpreter } from '../../../src/agents/interpreter/local-interpreter.ts';
import { runInSandbox } from '../../../src/agents/interpreter/run-in-sandbox.ts';
import type { Sandbox } from '../../../src/agents/interpreter/sandbox.ts';
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
