import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishedPackages, root, versionOf } from '../../src/published-packages.ts';
import { runCommand } from '../../src/run-command.ts';
import { referringFiles, withReferences } from '../../src/version/references.ts';

/** Only what is committed is in a pull request. */
const author = ['-c', 'user.name=somebody', '-c', 'user.email=somebody@127.0.0.1'];

// It installs a copy of the repository: the nightly workflow does it, and `WHOLE=1`.
describe.runIf(process.env.WHOLE === '1')('the pull request "Version Packages"', () => {
  let folder: string;
  const run = (command: string, ...args: string[]) => runCommand(command, args, { folder });
  const commit = async (): Promise<void> => {
    await run('git', 'add', '--all');
    await run('git', ...author, 'commit', '--quiet', '--message', 'Something');
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'version-'));
    await runCommand('sh', ['-c', `git archive HEAD | tar -x -C "${folder}"`], { folder: root });
    await run('git', 'init', '--quiet');
    addTool(folder);
    await commit();
    await run('pnpm', 'install', '--prefer-offline', '--frozen-lockfile');
    await run('pnpm', 'release:version');
    await commit();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('gives all packages one version that is new', () => {
    const versions = publishedPackages(folder).map((one) => manifestOf(folder, one.folder).version);
    expect(new Set(versions)).toEqual(new Set([versionOf(folder)]));
    expect(versionOf(folder)).not.toBe(versionOf(root));
  });

  test('holds the generated files of that version', async () => {
    await run('pnpm', 'exec', 'node', 'tools/house-rules/src/generated-fresh.ts');
    expect(readFileSync(join(folder, 'packages/types/src/gen/version.ts'), 'utf8')).toContain(
      `'${versionOf(folder)}'`,
    );
  });

  test('takes the tools as they are now for what later changes are compared with', async () => {
    await run('pnpm', '--filter', '@agent-workers/tools', 'exec', 'node', 'scripts/check-manifest.ts');
  });

  test('tells users to install that version', () => {
    const version = versionOf(folder);
    const texts = referringFiles(folder).map((path) => readFileSync(join(folder, path), 'utf8'));
    expect(texts.filter((text) => withReferences(text, version) !== text)).toEqual([]);
  });

  test('keeps the format of the repository', async () => {
    await run('pnpm', 'exec', 'biome', 'format', 'packages', 'examples/ci', 'images');
  });
});

/** As if the last release had one tool less: a change that asks for a changeset, and here is one. */
function addTool(folder: string): void {
  const path = join(folder, 'packages/tools/manifest-baseline.json');
  const tools: readonly unknown[] = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify(tools.slice(1), null, 2));
  const changeset = '---\n"@agent-workers/tools": minor\n---\n\nOne tool more.\n';
  writeFileSync(join(folder, '.changeset/one-tool-more.md'), changeset);
}

function manifestOf(repository: string, folder: string): { readonly version: string } {
  return JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8'));
}
