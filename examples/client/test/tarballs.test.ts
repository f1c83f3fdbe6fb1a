import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import { installAs } from './helpers/installed-packages.ts';

const run = promisify(execFile);
const names = ['types', 'client-fetch', 'tools'] as const;
const compilersOf = fileURLToPath(new URL('../../../packages/client-fetch/node_modules/', import.meta.url));

/** TypeScript 5 reads all entries in some seconds, so that the end of its line is tried with WHOLE=1. */
const compilers = [
  'typescript-5.5',
  ...(process.env.WHOLE === undefined ? [] : ['typescript-5']),
  'typescript',
];

/** Entries for those who have installed the SDK of MCP, an optional peer. */
const needsMore = new Set(['@agent-workers/tools/mcp-server']);

describe('The tarballs', () => {
  const tarballs = inject('tarballs');
  const installed = (name: string) => join(tarballs, 'node_modules/@agent-workers', name);

  it.each(names)('of %s refer to no section of a document that they lack', (name) => {
    const files = readdirSync(installed(name), { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(js|ts|json|md)$/.test(file),
    );
    expect(files.length).toBeGreaterThan(10);
    const found = files.flatMap((file) =>
      readFileSync(join(installed(name), file), 'utf8')
        .split('\n')
        .filter((line) => /\bsections? \d|§ ?\d/i.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });

  it.each(names)('of %s take their changelog along, once there is one', (name) => {
    expect(manifestOf(installed(name)).files).toContain('CHANGELOG.md');
  });

  it.each(names)('of %s say where they come from, and let users have newer dependencies', (name) => {
    const { repository, homepage, bugs, keywords, dependencies = {} } = manifestOf(installed(name));
    expect(repository.directory).toBe(`packages/${name}`);
    expect(homepage).toMatch(new RegExp(`^https://.*/packages/${name}$`));
    expect(bugs).toMatch(/^https:/);
    expect(keywords).toContain('agent-workers');
    for (const range of Object.values(dependencies)) expect(range).toMatch(/^\^/);
  });

  it.each(names)('of %s have a source map with its source for every file of code', (name) => {
    const files = readdirSync(join(installed(name), 'dist'), { recursive: true, encoding: 'utf8' });
    const code = files.filter((file) => file.endsWith('.js'));
    expect(code.length).toBeGreaterThan(10);
    const bare = code.filter((file) => {
      const map = join(installed(name), 'dist', `${file}.map`);
      return !existsSync(map) || !JSON.parse(readFileSync(map, 'utf8')).sourcesContent?.[0];
    });
    expect(bare).toEqual([]);
  });

  it.each(names)('of %s export modules by name alone, and data', (name) => {
    const patterns = Object.keys(manifestOf(installed(name)).exports).filter((entry) => entry.includes('*'));
    expect(patterns).toEqual(name === 'tools' ? ['./json/*'] : []);
  });

  it.each(compilers)(
    'have declarations in every entry that %s reads with the library of ES2020',
    async (compiler) => {
      const folder = installAs('npm', tarballs, []);
      const entries = names.flatMap((name) => entriesOf(name, installed(name)));
      expect(entries.length).toBeGreaterThan(50);
      const code = entries.map(
        (entry, index) => `import * as m${index} from '${entry}';\nexport { m${index} };\n`,
      );
      const config = {
        compilerOptions: {
          target: 'es2020',
          lib: ['es2020', 'dom', 'dom.iterable', 'dom.asynciterable'],
          module: 'es2022',
          moduleResolution: 'bundler',
          types: [],
          strict: true,
          skipLibCheck: false,
          noEmit: true,
        },
        files: ['all.ts'],
      };
      try {
        writeFileSync(join(folder, 'all.ts'), code.join(''));
        writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
        const tsc = join(compilersOf, compiler, 'bin/tsc');
        const { stdout } = await run(process.execPath, [tsc, '-p', folder, '--pretty', 'false']).catch(
          (error) => error,
        );
        expect(stdout).toBe('');
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});

interface Manifest {
  repository: { directory: string };
  homepage: string;
  bugs: string;
  keywords: string[];
  files: string[];
  dependencies?: Record<string, string>;
  exports: Record<string, unknown>;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function entriesOf(name: string, folder: string): string[] {
  return Object.entries(manifestOf(folder).exports)
    .filter(([, target]) => typeof Object(target).types === 'string')
    .map(([entry]) => `@agent-workers/${name}${entry.slice(1)}`)
    .filter((entry) => !needsMore.has(entry));
}
