import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, versionOf } from '../../src/published-packages.ts';
import { referenceFor, referringFiles, withReferences } from '../../src/version/references.ts';

const version = versionOf(root);
const texts = referringFiles(root).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

test('whatever users read or copy names the version of the packages', () => {
  const stale = texts.filter(({ text }) => withReferences(text, version) !== text).map(({ path }) => path);
  expect(stale).toEqual([]);
});

test('templates, workflows and manifests tell users a version', () => {
  const telling = texts.filter(({ text }) => withReferences(text, '9.9.9') !== text).map(({ path }) => path);
  expect(telling).toEqual(
    expect.arrayContaining([
      '.github/workflows/conformance-nightly.yml',
      '.github/workflows/conformance-pact.yml',
      'examples/ci/README.md',
      'examples/ci/conformance.sh',
      'examples/ci/contracts.yml',
      'examples/ci/github.yml',
      'examples/ci/nightly.yml',
      'images/compose.yaml',
      'images/kubernetes/migrate.yaml',
      'images/kubernetes/nightly.yaml',
      'images/kubernetes/server.yaml',
    ]),
  );
});

describe('a reference', () => {
  test('names a candidate itself, for no range takes one', () => {
    expect(referenceFor('1.0.0-rc.0')).toBe('1.0.0-rc.0');
    expect(referenceFor('0.3.1')).toBe('0.3.1');
  });

  test('names the major version from 1.0.0 on', () => {
    expect(referenceFor('1.4.0')).toBe('1');
  });

  test.each([
    ['uses: agent-workers/contract-kit@v1.0.0-rc.1\n', 'uses: agent-workers/contract-kit@v1\n'],
    ['contract-kit/.github/workflows/conformance-pact.yml@v1.0.0-rc.1', undefined],
    ['`agent-workers/contract-kit@v0.1.0` judges', '`agent-workers/contract-kit@v1` judges'],
    ['image: ghcr.io/agent-workers/server:0.1.0', 'image: ghcr.io/agent-workers/server:1'],
    ['"@agent-workers/conformance@${VERSION:-0.1.0}"', '"@agent-workers/conformance@${VERSION:-1}"'],
    ['npx @agent-workers/server@0.1.0.', 'npx @agent-workers/server@1.'],
    ['npx @agent-workers/server --port 8787', undefined],
    ['# the released version\n  default: "0.1.0"', '# the released version\n  default: "1.4.0"'],
  ])('in %j is renewed', (before, after = before) => {
    expect(withReferences(before, '1.4.0')).toBe(after);
  });
});
