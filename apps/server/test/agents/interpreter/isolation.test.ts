import { spawnSync } from 'node:child_process';
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { openFilter } from '../../../src/agents/interpreter/isolation/filter-file.ts';
import { findIsolation, tryWrappers } from '../../../src/agents/interpreter/isolation/isolation.ts';
import { startSandboxed } from '../../../src/agents/interpreter/isolation/start-sandboxed.ts';
import { systemCallFilter } from '../../../src/agents/interpreter/isolation/system-calls.ts';
import { listWrappers, type Wrapper } from '../../../src/agents/interpreter/isolation/wrappers.ts';
import { toSandbox } from '../../../src/agents/interpreter/sandbox.ts';
import { factsOf, lastChildOf } from '../../helpers/process-facts.ts';

const isLinux = process.platform === 'linux';
const isRoot = process.getuid?.() === 0;
const helpers = fileURLToPath(new URL('../../helpers/escape', import.meta.url));
const has = (tool: string) => spawnSync(tool, ['--version'], { stdio: 'ignore' }).status === 0;
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe.runIf(isLinux)('what a server says of its programs', () => {
  const tools: [string, (wrapper: Wrapper) => boolean][] = [
    ['all that this machine has', () => true],
    ['no bubblewrap', ({ measures }) => !measures.includes('own-files')],
    ['bubblewrap without a filter of system calls', ({ takesFilter }) => takesFilter !== true],
    ['nothing', () => false],
  ];

  it.each(tools)('is what the kernel says, with %s', async (_, isThere) => {
    const isolation = tryWrappers(listWrappers().filter(isThere));
    const entry = join(helpers, 'take-over.ts');
    const sandbox = toSandbox(startSandboxed({ entry, packages: [] }, isolation));
    await sandbox.ready;
    const facts = factsOf(lastChildOf(sandbox.pid ?? 0));
    sandbox.kill();
    const claimed = isolation.measures.filter((measure) => measure in facts);
    expect(facts).toMatchObject(Object.fromEntries(claimed.map((measure) => [measure, true])));
    expect(facts['own-user']).toBe(isRoot);
  });

  it.runIf(has('bwrap'))(
    'has files of its own and a filter of system calls with bubblewrap, or none of it',
    () => {
      const { measures } = findIsolation();
      expect(measures.includes('own-files')).toBe(measures.includes('system-calls'));
    },
  );

  // As another user than root there are no other rights to give.
  it.runIf(isRoot)(
    "is so too where the user nobody can't enter the folders of Node and of the programs",
    () => {
      const node = join(closedFolder(), 'node');
      linkOrCopy(process.execPath, node);
      const entry = join(closedFolder(), 'entry.mjs');
      writeFileSync(
        entry,
        "import 'quickjs-emscripten'; import { writeSync } from 'node:fs'; writeSync(3, 'ready\\n'); process.stdin.once('data', () => {});",
      );
      const { measures, facts } = showSandbox(node, entry);
      expect(measures).toContain('own-user');
      expect(facts['own-user']).toBe(true);
      for (const measure of measures) expect(facts[measure] ?? true).toBe(true);
    },
  );

  it('leaves a program no file that whoever started the server left open', () => {
    // Node closes the low ones by itself, up to a gap.
    const leaking = 30;
    const shell = openSync('/etc/hostname', 'r');
    const { openFiles } = showSandbox(process.execPath, join(helpers, 'take-over.ts'), { [leaking]: shell });
    expect(openFiles).toEqual(['/dev/null']);
  });
});

describe.runIf(isLinux && has('bwrap') && has('perl'))('the filter of system calls', () => {
  it.runIf(systemCallFilter())(
    'refuses sockets, processes and looks into others, and lets the rest pass',
    () => {
      const numbers = process.arch === 'arm64' ? [198, 117, 435, 172] : [41, 101, 435, 39];
      const script =
        'for (@ARGV) { $! = 0; syscall($_ + 0, 0, 0, 0); print $! + 0, " " } print defined fork ? 1 : 0';
      const filter = openFilter();
      const { stdout, stderr } = spawnSync(
        'bwrap',
        [
          '--ro-bind',
          '/',
          '/',
          '--dev',
          '/dev',
          '--seccomp',
          '3',
          'perl',
          '-e',
          script,
          ...numbers.map(String),
        ],
        { stdio: ['ignore', 'pipe', 'pipe', filter], encoding: 'utf8' },
      );
      const [notPermitted, notImplemented] = [1, 38];
      expect(stdout, stderr).toBe(`${notPermitted} ${notPermitted} ${notImplemented} 0 0`);
    },
  );
});

interface Shown {
  measures: string[];
  facts: Record<string, boolean>;
  openFiles: string[];
}

/** Starts a process by this Node, with these files left open, that starts a sandbox. */
function showSandbox(node: string, entry: string, left: Record<number, number> = {}): Shown {
  const script = join(helpers, 'show-sandbox.ts');
  const stdio = Array.from({ length: 64 }, (_, index) => left[index] ?? ('ignore' as const));
  const arguments_ = [
    '--conditions=@agent-workers/source',
    '--no-warnings',
    script,
    entry,
    ...Object.keys(left),
  ];
  const { stdout, stderr } = spawnSync(node, arguments_, {
    stdio: ['ignore', 'pipe', 'pipe', ...stdio.slice(3)],
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

function closedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-workers-closed-'));
  folders.push(folder);
  mkdirSync(join(folder, 'closed'), { mode: 0o700 });
  return join(folder, 'closed');
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
