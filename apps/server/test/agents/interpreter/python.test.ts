import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { InterpreterLimits } from '../../../src/agents/interpreter/interpreter.ts';
import { startSandboxed } from '../../../src/agents/interpreter/isolation/start-sandboxed.ts';
import { createLocalInterpreter } from '../../../src/agents/interpreter/local-interpreter.ts';
import { placeSnapshot } from '../../../src/agents/interpreter/python-snapshot.ts';
import { toSandbox } from '../../../src/agents/interpreter/sandbox.ts';
import { startDeployment, testCacheDir } from '../../helpers/deployment.ts';
import { patientLimits } from '../../helpers/patient-limits.ts';

const interpreter = createLocalInterpreter({ cacheDir: testCacheDir, logger: () => {} });
afterAll(interpreter.close);

async function run(code: string, limits: Partial<InterpreterLimits> = {}) {
  return await interpreter.run({
    language: 'python',
    code,
    limits: { ...patientLimits('python'), ...limits },
  });
}

describe('Python', () => {
  it('gives the last expression and what was printed, with await at the top', async () => {
    const code = `
import asyncio, collections, sys
await asyncio.sleep(0.01)
print('a', {'b': 1})
print('c', file=sys.stderr)
{'counts': collections.Counter('aab'), 'none': None}`;
    expect(await run(code)).toEqual({
      status: 'succeeded',
      result: { counts: { a: 2, b: 1 }, none: null },
      output: "a {'b': 1}\nc",
    });
  });

  it('runs a program with functions, classes and asyncio.run, and a text of any characters', async () => {
    const code = `
import asyncio, dataclasses
@dataclasses.dataclass
class Point:
    x: int
async def main():
    await asyncio.sleep(0.01)
    return Point(1)
[repr(asyncio.run(main())), __name__, '\\x00é😀', 10 ** 30]`;
    expect(await run(code)).toMatchObject({ result: ['Point(x=1)', '__main__', '\0é😀', 1e30] });
  });

  it('shows what JSON cannot say as Python writes it', async () => {
    expect(await run('[{1: {2}}, 1 + 2j]')).toMatchObject({ result: [{ 1: '{2}' }, '(1+2j)'] });
    expect(await run('float("nan")')).toMatchObject({ result: 'nan' });
    expect(await run('x = 1')).toEqual({ status: 'succeeded', output: '' });
  });

  it('names the failure and its line', async () => {
    const failed = await run('print("before")\ndef f():\n  return 1 / 0\nf()');
    expect(failed).toEqual({
      status: 'failed',
      error: 'ZeroDivisionError: division by zero (line 3)',
      output: 'before',
    });
    expect(await run('x =')).toMatchObject({ error: expect.stringContaining('SyntaxError') });
    expect(await run('raise SystemExit(3)')).toMatchObject({ status: 'failed', error: 'exit code 3' });
  });
});

describe('a Python program cannot get out:', () => {
  it('no file, connection, process, package or part of Node is there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'agent-workers-secret-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    let reached = 0;
    const server = createServer((_request, response) => response.end('reached'));
    server.on('connection', () => reached++);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const port = Object(server.address()).port;
    const code = `
attempts = [
  lambda: open('${folder}/secret.txt').read(),
  lambda: __import__('pyodide_js').mountNodeFS('/host', '${folder}') or open('/host/secret.txt').read(),
  lambda: __import__('urllib.request').request.urlopen('http://127.0.0.1:${port}/').read(),
  lambda: __import__('subprocess').run(['id']),
  lambda: __import__('js').process,
  lambda: __import__('pyodide.ffi').ffi.to_js([1]).constructor.constructor('return process')(),
  lambda: __import__('numpy'),
]
def attempt(what):
    try:
        return f'succeeded: {what()}'
    except Exception as error:
        return type(error).__name__
import errno, socket
connection = socket.socket()
connection.setblocking(False)
refusal = errno.errorcode[connection.connect_ex(('127.0.0.1', ${port}))]
[attempt(each) for each in attempts] + [dict(__import__('os').environ), refusal]`;
    const { result } = Object(await run(code));
    // Connections are accepted in order: one of the program's would come before this one.
    await expect((await fetch(`http://127.0.0.1:${port}/`)).text()).resolves.toBe('reached');
    server.close();
    expect(JSON.stringify(result)).not.toContain('succeeded');
    expect(result).toHaveLength(9);
    // Nothing tells where the server is installed.
    expect(result[7]._).toBe('python');
    // Refused at once, and not EINPROGRESS: nothing is under way.
    expect(result[8]).toBe('EHOSTUNREACH');
    expect(reached).toBe(1);
  });

  it('a command of the system ends it', async () => {
    expect(await run('import os; os.system("id")')).toMatchObject({ status: 'failed' });
  });

  it('an endless loop is ended', async () => {
    const outcome = await run('while True: pass', { wallClockMilliseconds: 200 });
    expect(outcome).toMatchObject({ status: 'failed', error: 'Stopped after 200 ms.' });
  });

  it('endless memory is refused, and so are endless recursion, printing and results', async () => {
    const recursion = 'def f(): return f()\nf()';
    expect(await run(recursion)).toMatchObject({ error: expect.stringContaining('RecursionError') });
    const hungry = 'all = []\nwhile True: all.append(bytearray(1_000_000))';
    expect(await run(hungry)).toMatchObject({ error: expect.stringContaining('MemoryError') });
    const printed = await run('for i in range(100_000): print("x" * 10)', { outputCharacters: 100 });
    expect(printed.output).toHaveLength(100);
    expect(await run('"x" * 1_000_000')).toMatchObject({ error: expect.stringContaining('large') });
  });

  it.runIf(process.platform === 'linux')(
    'the system holds its process to 1.5 GiB, whatever it does',
    async () => {
      const entry = fileURLToPath(new URL('../../helpers/escape/take-memory.ts', import.meta.url));
      const sandbox = toSandbox(startSandboxed({ entry, packages: [] }));
      expect(await sandbox.run('')).toBe('');
      await expect(sandbox.ready).rejects.toThrow('could not start');
    },
  );
});

describe("Python's snapshot", () => {
  it('is made once', async () => {
    const file = await placeSnapshot(testCacheDir);
    const { mtimeMs } = statSync(file);
    expect(await placeSnapshot(testCacheDir)).toBe(file);
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
  });

  // Takes 10 s.
  it.runIf(process.env.WHOLE !== undefined)(
    'is done without where there is no place for it, and the operator hears of that',
    async () => {
      const reports: string[] = [];
      const logger = (sentence: string) => reports.push(sentence);
      const slow = createLocalInterpreter({ cacheDir: '/dev/null/cache', logger });
      const outcome = await slow.run({ language: 'python', code: '1', limits: patientLimits('python') });
      slow.close();
      expect(outcome).toMatchObject({ result: 1 });
      expect(reports).toEqual([expect.stringContaining('starts slowly')]);
    },
  );
});

describe('an agent', () => {
  it('runs Python while the turn waits and as a background job', async () => {
    const { client, close } = await startDeployment({
      interpreter: (program) => interpreter.run({ ...program, limits: patientLimits(program.language) }),
    });
    const waited = await client.post('/python import sys; print("hi"); sys.version_info.major');
    expect(waited.text).toContain('result: 3');
    const job = await client.post('/background-python sum(range(10))');
    const messages = await client.untilIdle(job.runId);
    expect(JSON.stringify(messages)).toContain('Result: 45');
    await close();
  });
});
