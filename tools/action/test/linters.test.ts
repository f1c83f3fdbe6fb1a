import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run-steps.ts';

// `.ci/install-linters` installs them; a linter that isn't there is skipped, but in CI's job "workflows", which has them all.
const isWhole = process.env.LINTERS === 'all';
const examples = ['contracts', 'github', 'nightly'].map((name) => `examples/ci/${name}.yml`);
const linters: Readonly<Record<string, readonly (readonly string[])[]>> = {
  actionlint: [[], examples],
  zizmor: [['--offline', '--no-progress', '--min-severity', 'medium', '.', ...examples]],
  hadolint: [globSync('images/*/Dockerfile', { cwd: root })],
  'kubernetes-validate': [['--strict', ...globSync('images/kubernetes/*.yaml', { cwd: root })]],
  // Schemas of those who read the files.
  'check-jsonschema': [
    ['compose-spec', 'compose.yaml', 'images/compose.yaml'],
    ['gitlab-ci', 'examples/ci/gitlab.yml'],
    ['github-actions', 'action.yml', '.github/actions/install/action.yml'],
    ['renovate', 'renovate.json'],
  ].map(([schema, ...files]) => ['--builtin-schema', `vendor.${schema}`, ...files]),
  shellcheck: [
    ['.ci/run', ...globSync(['.ci/install-*', 'examples/ci/*.sh', 'tools/action/src/*.sh'], { cwd: root })],
  ],
};

for (const [name, runs] of Object.entries(linters)) {
  const program = find(name);
  test.skipIf(program === undefined && !isWhole).each(runs.map((args) => [args]))(
    `${name} has nothing to say about %j`,
    (args) => {
      const { status, stdout, stderr } = spawnSync(program ?? '', args, { cwd: root, encoding: 'utf8' });
      expect(status === 0 ? '' : `${stdout}${stderr}`).toBe('');
    },
  );
}

function find(name: string): string | undefined {
  const own = join(root, 'node_modules/.cache/linters/bin', name);
  if (existsSync(own)) return own;
  try {
    return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
