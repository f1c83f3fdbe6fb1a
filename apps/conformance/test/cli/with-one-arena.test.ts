import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withOneArena } from '../../src/cli/with-one-arena.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'with-one-arena-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A process as it is where it can begin anew, but for what is told; gives how it did. */
function began(facts: Partial<Parameters<typeof withOneArena>[0]>): unknown {
  let how: unknown;
  const execve = (...given: readonly unknown[]): never => {
    how = given;
    // It has an end in tests alone.
    return undefined as never;
  };
  withOneArena({
    execve,
    platform: 'linux',
    env: { HOME: '/root' },
    connected: false,
    execPath: '/bin/node',
    execArgv: ['--enable-source-maps'],
    argv: ['node', 'main.js', 'proxy', '--listen', '127.0.0.1:0'],
    ...facts,
  });
  return how;
}

test('the same program begins with the same arguments, and one arena', () => {
  expect(began({})).toEqual([
    '/bin/node',
    ['/bin/node', '--enable-source-maps', 'main.js', 'proxy', '--listen', '127.0.0.1:0'],
    { HOME: '/root', MALLOC_ARENA_MAX: '1' },
  ]);
});

test.each([
  ['under Windows', { platform: 'win32' }],
  ['where Node can not do it', { execve: undefined }],
  ['with a parent on a channel', { connected: true }],
  ['where the number of arenas is told, as it is by ourselves', { env: { MALLOC_ARENA_MAX: '4' } }],
] as const)('%s, the process goes on as it is', (_, facts) => {
  expect(began(facts)).toBeUndefined();
});

test.runIf(process.platform === 'linux')(
  'the process stays the one that was started, and what was written to it is there',
  async () => {
    const file = join(folder, 'program.mjs');
    const place = new URL('../../src/cli/with-one-arena.ts', import.meta.url);
    await writeFile(
      file,
      `import { text } from 'node:stream/consumers';
      const { withOneArena } = await import(${JSON.stringify(place)});
      withOneArena();
      const { pid, env, argv } = process;
      console.log(JSON.stringify([pid, env.MALLOC_ARENA_MAX, argv.slice(2), await text(process.stdin)]));`,
    );
    const { MALLOC_ARENA_MAX: _, ...env } = process.env;
    const child = spawn(process.execPath, [...process.execArgv, file, 'a b'], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end('hello');
    expect(JSON.parse(await text(child.stdout))).toEqual([child.pid, '1', ['a b'], 'hello']);
  },
);
