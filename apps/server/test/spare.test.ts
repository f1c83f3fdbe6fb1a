import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextLoop } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startJavascriptSandbox } from '../src/interpreter/javascript-sandbox.ts';
import { foregroundLimits } from '../src/interpreter/limits.ts';
import { createLocalInterpreter } from '../src/interpreter/local-interpreter.ts';
import { runInSandbox } from '../src/interpreter/run-in-sandbox.ts';
import type { Sandbox } from '../src/interpreter/sandbox.ts';
import { createSlots } from '../src/interpreter/slots.ts';
import { createSpare, type Spare } from '../src/interpreter/spare.ts';
import { testCacheDir } from './helpers/deployment.ts';

const started: Sandbox[] = [];

function start(): Sandbox {
  const sandbox = startJavascriptSandbox(foregroundLimits('javascript').memoryBytes);
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
  limits: foregroundLimits('javascript'),
});

const spares: Spare[] = [];

function keepSpare(idleMilliseconds = 60_000): Spare {
  const spare = createSpare(start, idleMilliseconds);
  spares.push(spare);
  return spare;
}

afterEach(() => {
  for (const spare of spares.splice(0)) spare.close();
  for (const { child } of started.splice(0)) child.kill('SIGKILL');
});

describe('a process in wait', () => {
  it('is started with the first program, then with each that takes one', async () => {
    const spare = keepSpare();
    expect(started).toHaveLength(0);
    const first = spare.take();
    await nextLoop();
    expect(started).toHaveLength(2);
    const second = spare.take();
    await nextLoop();
    expect([first, second]).toEqual([startedAt(0), startedAt(1)]);
    expect(started).toHaveLength(3);
  });

  it('runs one program, and ends with it', async () => {
    const spare = keepSpare();
    spare.prepare();
    const sandbox = spare.take();
    const ended = once(sandbox.child, 'exit');
    expect(await runInSandbox(sandbox, program('6 * 7'))).toMatchObject({ result: 42 });
    await ended;
    expect(sandbox.child.connected).toBe(false);
  });

  it('ends when nobody has a program for it, and the next program gets another', async () => {
    const spare = keepSpare(0);
    spare.prepare();
    const [, signal] = await once(startedAt(0).child, 'exit');
    expect(signal).toBe('SIGKILL');
    expect(spare.take()).toBe(startedAt(1));
  });

  it('ends with its keeper, and none is started after', async () => {
    const spare = keepSpare();
    spare.prepare();
    spare.close();
    const [, signal] = await once(startedAt(0).child, 'exit');
    expect(signal).toBe('SIGKILL');
    spare.prepare();
    expect(started).toHaveLength(1);
  });

  it('ends when the server is killed', async () => {
    const keeper = fork(fileURLToPath(new URL('./helpers/hold-spare.ts', import.meta.url)), {
      execArgv: ['--conditions=@agent-workers/source'],
    });
    const [pid] = await once(keeper, 'message');
    keeper.kill('SIGKILL');
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: 20_000 });
  });

  it('leaves nothing of one program to the next', async () => {
    const interpreter = createLocalInterpreter({ cacheDir: testCacheDir, report: () => {} });
    await interpreter.run(program('globalThis.left = 1; Array.prototype.left = 1'));
    const outcome = await interpreter.run(program('[typeof left, typeof [].left]'));
    interpreter.close();
    expect(outcome).toMatchObject({ result: ['undefined', 'undefined'] });
  });
});

describe('programs at once', () => {
  it('are no more than there are places; the others wait in line', async () => {
    const slots = createSlots(2);
    const gates = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
    let running = 0;
    let most = 0;
    const done: number[] = [];
    const runs = gates.map((gate, index) =>
      slots.run(async () => {
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
    const slots = createSlots(1);
    const gate = Promise.withResolvers<void>();
    const first = slots.run(() => gate.promise);
    const giveUp = new AbortController();
    const second = slots.run(async () => 'ran', giveUp.signal);
    const third = slots.run(async () => 'ran');
    giveUp.abort(new Error('gave up'));
    await expect(second).rejects.toThrow('gave up');
    gate.reject(new Error('failed'));
    await expect(first).rejects.toThrow('failed');
    expect(await third).toBe('ran');
  });
});
