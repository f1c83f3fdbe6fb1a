import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lookOver } from '../src/look-over.ts';

const root = join(import.meta.dirname, '../../..');
const tracked = execFileSync('git', ['ls-files', '-z', '*.ts', '*.mts', '*.tsx'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  // What others wrote is kept as they left it.
  .filter((path) => !path.startsWith('bench/conformance/exam/deployments/'))
  .filter((path) => path !== '' && !path.includes('/gen/') && path !== 'vitest.base.ts');

test('every source file is named for its job and of a size to be read', () => {
  const complaints = tracked.flatMap((path) =>
    lookOver({ path, text: readFileSync(join(root, path), 'utf8') }),
  );
  expect(tracked.length).toBeGreaterThan(100);
  expect(complaints).toEqual([]);
});

test.each(['apps/x/src/utils/a.ts', 'packages/x/src/common.ts', 'apps/x/src/helpers/a.ts'])(
  '%s is a name that says nothing',
  (path) => {
    expect(lookOver({ path, text: '' })).toHaveLength(1);
  },
);

test('tests may have helpers', () => {
  expect(lookOver({ path: 'apps/x/test/helpers/a.ts', text: '' })).toEqual([]);
});

test('a file of more than 300 lines is too long', () => {
  expect(lookOver({ path: 'a.ts', text: 'x\n'.repeat(300) })).toEqual([]);
  expect(lookOver({ path: 'a.ts', text: 'x\n'.repeat(301) })).toHaveLength(1);
});
