import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadLaws, loadRules } from '@agent-workers/spec/contract-files';
import { operationTable } from '@agent-workers/types';
import { expect, test } from 'vitest';
import { contractPages } from '../generate/contract-pages.ts';
import { rewriteLinks } from '../generate/links.ts';
import { toFile } from '../generate/page.ts';
import { repositoryPages } from '../generate/repository-pages.ts';

const root = join(import.meta.dirname, '../..');
const homepage = 'https://github.com/somebody/kit';
const pages = [...repositoryPages(root, homepage, '/kit'), ...contractPages({ mutants: {}, base: '/kit' })];

test('every rule and every operation has an address of its own, and no two pages share one', () => {
  const slugs = pages.map(({ slug }) => slug);
  expect(new Set(slugs).size).toBe(slugs.length);
  const rules = [...loadRules().rules, ...loadLaws().laws].map(({ id }) => `rules/${id}`);
  const operations = Object.keys(operationTable).map((id) => `operations/${id}`);
  expect(slugs).toEqual(expect.arrayContaining([...rules, ...operations]));
});

test('a rule that is not judged says why', () => {
  const page = pages.find(({ slug }) => slug === 'rules/service.workers-are-called');
  expect(page?.text).toContain('Not judged (repeats)');
});

test('the code of the start pages is that of READMEs, which their tests run', () => {
  const readmes = ['packages/client-fetch/README.md', 'packages/tools/README.md'];
  const tested = readmes.map((path) => readFileSync(join(root, path), 'utf8')).join();
  const start = pages.filter(({ slug }) => slug.startsWith('start/'));
  const snippets = start.flatMap(({ text }) => text.match(/```ts\n[\s\S]*?```/g) ?? []);
  expect(snippets.length).toBeGreaterThan(1);
  expect(snippets.filter((snippet) => !tested.includes(snippet))).toEqual([]);
});

test('links lead to pages where there is one, else into the repository; code stays as it is', () => {
  const place = { path: 'a/README.md', slugs: new Map([['b/README.md', 'bee']]), homepage, base: '/kit' };
  expect(rewriteLinks('[b](../b/README.md#x) [c](c.ts) ```\n[d](d.md)\n```', place)).toBe(
    `[b](/kit/bee/#x) [c](${homepage}/tree/main/a/c.ts) \`\`\`\n[d](d.md)\n\`\`\``,
  );
});

test('a table scrolls by itself', () => {
  expect(toFile({ slug: 'a', title: 'A', text: 'x\n\n| a |\n| - |\n' })).toContain(
    '<div class="wide" tabindex="0">\n\n| a |',
  );
});
