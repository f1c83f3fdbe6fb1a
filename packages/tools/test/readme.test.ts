import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('..', import.meta.url));
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

  it('fits on a page', () => {
    expect(readme.split('\n').length).toBeLessThan(150);
  });
});
