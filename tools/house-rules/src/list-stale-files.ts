import { execFileSync } from 'node:child_process';

/** Generated files in this repository that are changed, new or gone against the last commit, as git prints them. */
export function listStaleFiles(repository: string): string {
  const files = ':(glob)packages/*/src/gen/**';
  return execFileSync('git', ['status', '--porcelain', '--untracked-files=all', '--', files], {
    cwd: repository,
    encoding: 'utf8',
  });
}
