import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listStaleFiles } from '../src/list-stale-files.ts';

describe('Generated files', () => {
  it('are stale when they are changed, new or gone, in whatever folder below gen', () => {
    const repository = repositoryWith([
      'packages/a/src/gen/x.ts',
      'packages/a/src/gen/zod/y.ts',
      'packages/b/src/gen/z.ts',
    ]);
    write(repository, 'packages/a/src/gen/zod/y.ts', 'changed');
    write(repository, 'packages/a/src/gen/new.ts', 'new');
    rmSync(join(repository, 'packages/b/src/gen/z.ts'));
    expect(listStaleFiles(repository).trimEnd().split('\n').sort()).toEqual([
      ' D packages/b/src/gen/z.ts',
      ' M packages/a/src/gen/zod/y.ts',
      '?? packages/a/src/gen/new.ts',
    ]);
  });

  it('are fresh whatever else is changed', () => {
    const repository = repositoryWith(['packages/a/src/gen/x.ts', 'packages/a/src/index.ts']);
    write(repository, 'packages/a/src/index.ts', 'changed');
    expect(listStaleFiles(repository)).toBe('');
  });
});

function repositoryWith(files: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'repository-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of files) write(folder, file, 'committed');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@test', ...args], { cwd: folder });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Add the files');
  return folder;
}

function write(folder: string, file: string, content: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
}
