import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { brokenLinks } from '../src/broken-links.ts';

const root = join(import.meta.dirname, '../../..');
const documents = execFileSync('git', ['ls-files', '-z', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '' && existsSync(join(root, path)));

test('every relative link of a document leads to a file', () => {
  const broken = documents.flatMap((path) => {
    const isThere = (target: string) => existsSync(join(root, dirname(path), target));
    return brokenLinks(readFileSync(join(root, path), 'utf8'), isThere).map((link) => `${path}: ${link}`);
  });
  expect(documents.length).toBeGreaterThan(50);
  expect(broken).toEqual([]);
});

test('a link that leads nowhere is found, outside of code', () => {
  const text =
    '[a](gone.md) [b](there.md#part) `[c](code.md)`\n```md\n[d](fence.md)\n```\n[e](https://x.test) [f](#g)';
  expect(brokenLinks(text, (target) => target === 'there.md')).toEqual(['gone.md']);
});
