import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import manifest from '../package.json' with { type: 'json' };

const folder = fileURLToPath(new URL('..', import.meta.url));
const start = fileURLToPath(new URL('../src/cli/start.ts', import.meta.url));
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const programs = [...readme.matchAll(/```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g)];
const flags = ['--conditions=@agent-workers/source', '--input-type=module-typescript', '--eval'];

describe('The README', () => {
  it('has what its programs print beside each of them', () => {
    expect(programs).toHaveLength(readme.match(/```ts\n/g)?.length ?? 0);
    expect(programs).toHaveLength(2);
  });

  it.each(programs.map(([, code = '', output = '']) => ({ code, output })))(
    'prints what it says in program %#',
    ({ code, output }) => {
      expect(execFileSync(process.execPath, [...flags, code], { cwd: folder, encoding: 'utf8' })).toBe(
        output,
      );
    },
  );

  it('has a snippet of mcpServers that starts the command of this package', () => {
    const [, json = ''] = /```json\n([\s\S]*?)```/.exec(readme) ?? [];
    const { mcpServers } = JSON.parse(json);
    // The keys that hosts document: https://modelcontextprotocol.io/docs/develop/connect-local-servers
    for (const { command, args, env, ...others } of Object.values<Record<string, unknown>>(mcpServers)) {
      expect({ command, others }).toEqual({ command: 'npx', others: {} });
      const words = z.array(z.string()).parse(args);
      const installed = words.filter((_, index) => words[index - 1] === '-p');
      expect(installed).toContain(manifest.name);
      expect(Object.keys(manifest.peerDependencies)).toEqual(
        expect.arrayContaining(installed.filter((name) => name !== manifest.name)),
      );
      const [bin, subcommand] = words.slice(words.lastIndexOf('-p') + 2);
      expect(Object.keys(manifest.bin)).toContain(bin);
      const help = execFileSync(process.execPath, ['--conditions=@agent-workers/source', start, '--help'], {
        encoding: 'utf8',
      });
      expect(help).toContain(subcommand);
      expect(Object.values(z.record(z.string(), z.string()).parse(env))).toHaveLength(1);
    }
  });

  it('fits on a page', () => {
    expect(readme.split('\n').length).toBeLessThan(150);
  });
});
