import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { descriptors } from '../../../src/agents/interpreter/channel.ts';
import type { InterpreterLimits } from '../../../src/agents/interpreter/interpreter.ts';
import { findIsolation } from '../../../src/agents/interpreter/isolation/isolation.ts';
import { startSandboxed } from '../../../src/agents/interpreter/isolation/start-sandboxed.ts';
import { createLocalInterpreter } from '../../../src/agents/interpreter/local-interpreter.ts';
import { testCacheDir } from '../../helpers/deployment.ts';
import { patientLimits } from '../../helpers/patient-limits.ts';

const interpreter = createLocalInterpreter({ cacheDir: testCacheDir, logger: () => {} });
afterAll(interpreter.close);

async function run(code: string, limits: Partial<InterpreterLimits> = {}) {
  return await interpreter.run({
    language: 'javascript',
    code,
    limits: { ...patientLimits('javascript'), ...limits },
  });
}

describe('the code interpreter', () => {
  it.each([
    ['6 * 7', 42],
    ['const a = [3, 1, 2]; a.sort()', [1, 2, 3]],
    ['await sleep(5); return { slept: true }', { slept: true }],
    ['Promise.resolve("later")', 'later'],
    ['10n ** 20n', '100000000000000000000'],
    ['undefined', undefined],
  ])('runs %j', async (code, result) => {
    expect(await run(code)).toEqual({ status: 'succeeded', result, output: '' });
  });

  it('keeps what is printed apart from the result', async () => {
    const outcome = await run('console.log("a", { b: 1 }); console.error("c"); 1');
    expect(outcome).toEqual({ status: 'succeeded', result: 1, output: 'a {"b":1}\nc' });
  });

  it('prints any text, and what JSON has no word for', async () => {
    const code =
      'console.log("\\0after"); console.log(undefined, 10n, () => 1); const o = {}; o.o = o; console.log(o)';
    const { output } = await run(code);
    expect(output.split('\n').slice(0, 2)).toEqual(['\0after', 'undefined 10 () => 1']);
  });

  it('sleeps for as long as it is told, however long that is', async () => {
    const outcome = await run('await sleep(2 ** 31 + 1); "woke"', { wallClockMilliseconds: 200 });
    expect(outcome).toMatchObject({ status: 'failed', error: expect.stringContaining('200 ms') });
  });

  it.each([
    ['throw new TypeError("odd")', 'TypeError: odd'],
    ['throw "a string"', 'a string'],
    ['this is no program', 'SyntaxError'],
    ['Promise.reject(new Error("late"))', 'Error: late'],
  ])('reports the failure of %j', async (code, error) => {
    expect(await run(code)).toMatchObject({ status: 'failed', error: expect.stringContaining(error) });
  });
});

describe('a program cannot get out:', () => {
  it('it sees nothing of Node, the network or other processes', async () => {
    const names = [
      'process',
      'require',
      'fetch',
      'WebAssembly',
      'XMLHttpRequest',
      'setTimeout',
      'Deno',
      'Worker',
    ];
    const { result } = Object(await run(`[${names.map((name) => `typeof ${name}`)}]`));
    expect(new Set(result)).toEqual(new Set(['undefined']));
  });

  it.each([
    'await import("node:fs")',
    'await import("/etc/passwd")',
    'await import("https://example.org/x.js")',
  ])('%s fails', async (code) => {
    expect(await run(code)).toMatchObject({ status: 'failed' });
  });

  it('constructors lead to the same sandbox', async () => {
    const code = 'console.log.constructor("return typeof process + typeof require")()';
    expect(await run(code)).toMatchObject({ result: 'undefinedundefined' });
  });

  it.each(['while (true) {}', 'while (true) await null'])('an endless loop is ended: %s', async (code) => {
    const outcome = await run(code, { wallClockMilliseconds: 200 });
    expect(outcome).toMatchObject({ status: 'failed', error: 'Stopped after 200 ms.' });
  });

  it('endless waiting is ended', async () => {
    const outcome = await run('await sleep(1e6)', { wallClockMilliseconds: 200 });
    expect(outcome).toMatchObject({ status: 'failed', error: expect.stringContaining('200 ms') });
    expect(await run('await new Promise(() => {})')).toMatchObject({ status: 'failed' });
  });

  it('endless memory is refused', async () => {
    const outcome = await run('const all = []; for (;;) all.push(new Array(1e5).fill(1))');
    expect(outcome).toMatchObject({ status: 'failed', error: expect.stringContaining('memory') });
  });

  it('endless recursion is refused', async () => {
    expect(await run('(function again() { again() })()')).toMatchObject({ status: 'failed' });
  });

  it('endless printing and a huge result are cut off', async () => {
    const printed = await run('for (let i = 0; i < 1e5; i++) console.log("xxxxxxxxxx")', {
      outputCharacters: 100,
    });
    expect(printed.output).toHaveLength(100);
    expect(await run('"x".repeat(1e6)')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('large'),
    });
  });
});

describe('the process around a program', () => {
  it('may read no file of the host, open no connection and start no process', async () => {
    // Not through QuickJS but as Node: the second wall has to stand without the first.
    const folder = mkdtempSync(join(tmpdir(), 'agent-workers-secret-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const secret = join(folder, 'secret.txt');
    writeFileSync(secret, 'secret');
    const server = createServer((_request, response) => response.end('reached'));
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve(Number(Object(server.address()).port)));
    });
    const entry = fileURLToPath(new URL('../../helpers/escape/escape-attempt.ts', import.meta.url));
    const child = startSandboxed({ entry, packages: [] });
    child.stdin?.end(JSON.stringify({ secret, port }));
    const answer = await text(child.stdio[descriptors.answer] as Readable);
    expect(JSON.parse(answer)).toEqual({
      read: 'ERR_ACCESS_DENIED',
      write: 'ERR_ACCESS_DENIED',
      connect: 'ERR_ACCESS_DENIED',
      spawn: 'ERR_ACCESS_DENIED',
      // Bubblewrap tells where it is: in the root of what it shows.
      environment: findIsolation().measures.includes('own-files') ? ['PWD'] : [],
    });
    server.close();
  });
});
