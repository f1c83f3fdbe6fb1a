import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadLaws, loadRules } from '@agent-workers/spec/contract-files';
import { operationTable } from '@agent-workers/types';
import { describe, expect, test } from 'vitest';
import { loadSpec } from '../../apps/conformance/src/spec/load-spec.ts';
import { apiPages } from '../generate/api/api-pages.ts';
import { readEntries } from '../generate/api/read-entries.ts';
import { rewriteLinks } from '../generate/links.ts';
import { toFile } from '../generate/page.ts';
import { allPages, homepage, root } from './all-pages.ts';

const pages = await allPages();
const textOf = (slug: string): string => pages.find((page) => page.slug === slug)?.text ?? '';

test('every rule and every operation has an address of its own, and no two pages share one', async () => {
  const slugs = pages.map(({ slug }) => slug);
  expect(new Set(slugs).size).toBe(slugs.length);
  const rules = [...loadRules().rules, ...loadLaws().laws, ...(await loadSpec()).rules].map(
    ({ id }) => `rules/${id}`,
  );
  const operations = Object.keys(operationTable).map((id) => `operations/${id}`);
  expect(slugs).toEqual(expect.arrayContaining([...rules, ...operations, 'rules/declared.body']));
});

describe('the page of a rule', () => {
  test('says by which check it is judged, what that looks for, and which requests show it', () => {
    const text = textOf('rules/run.put-during-job-is-409');
    expect(text).toContain(
      'By `run.put-during-job-is-409`, which looks for a running job, by a GET that shows it',
    );
    expect(text).toMatch(/that show it kept:\n\n```text\nPOST .*\n(.*\n)*PUT .*: 409\n```/);
    expect(text).toMatch(
      /that show it broken \(a PUT during a job is taken\):\n\n```text\n(.*\n)*PUT .*: 200\n/,
    );
  });

  test('of each one that is judged shows requests', async () => {
    const judged = (await loadSpec()).rules.filter(({ checks }) => checks !== undefined);
    const silent = judged.filter(({ id }) => !textOf(`rules/${id}`).includes('that show it kept:'));
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  test('says why, where it is not judged', () => {
    expect(textOf('rules/service.workers-are-called')).toContain('Not judged (repeats)');
  });
});

describe('the page of an operation', () => {
  const upsert = textOf('operations/upsertAgent');
  const list = textOf('operations/listAgentRuns');

  test('tells of each field who says so, and what our server makes of it', () => {
    expect(upsert).toMatch(
      /\| `chat&?.*prompt` \| string \| inferred: .* \| string, up to 100000 characters, required \|/,
    );
    expect(upsert).toMatch(
      /\| `subscription_price` \| {2}\| not shown \| integer, from 1 to 100000000 or null \|/,
    );
  });

  test('tells what the interface does not show, and what our server chose there', () => {
    expect(list).toMatch(
      /doesn’t show\n(.*\n)*- the operation: sort order\n- the parameter limit: minimum and maximum/,
    );
    expect(list).toMatch(/our server chose\n(.*\n)*- the operation: newest first\n/);
  });

  test('tells its parameters, and the headers of its answer', () => {
    expect(list).toContain('| `limit` | query | integer | default 30 |');
    expect(textOf('operations/startRun')).toMatch(/\| `X-Service-Run-ID` \| .+ \|/);
  });
});

test('the code of the start pages is that of READMEs, which their tests run', () => {
  const readmes = ['packages/client-fetch/README.md', 'packages/tools/README.md'];
  const tested = readmes.map((path) => readFileSync(join(root, path), 'utf8')).join();
  const start = pages.filter(({ slug }) => slug.startsWith('start/'));
  const snippets = start.flatMap(({ text }) => text.match(/```ts\n[\s\S]*?```/g) ?? []);
  expect(snippets.length).toBeGreaterThan(1);
  expect(snippets.filter((snippet) => !tested.includes(snippet))).toEqual([]);
});

test('headings go down by one at a time', () => {
  const jumping = pages.filter(({ text }) => {
    const levels = [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^(#+) /gm)].map(
      ([, marks = '']) => marks.length,
    );
    return levels.some((level, at) => level > (levels[at - 1] ?? 1) + 1);
  });
  expect(jumping.map(({ slug }) => slug)).toEqual([]);
});

test('the API reference has each export once, with its docstring, and leads there from other entries', () => {
  const entries = readEntries(join(root, 'packages/tools'));
  const [list, ...own] = apiPages([entries], '/kit');
  const textAt = (wanted: string): string => own.find(({ slug }) => slug === wanted)?.text ?? '';
  expect(list?.text).toContain('[`@agent-workers/tools/openai`](/kit/api/tools/openai/)');
  expect(textAt('api/tools')).toMatch(/### validate\n\n\S.*\n/);
  const told = own.flatMap(({ text }) => [...text.matchAll(/<span id="(.*?)">/g)].map(([, id]) => id));
  const exported = new Set(entries.flatMap(({ exports }) => exports.map(({ origin }) => origin)));
  expect(told).toHaveLength(exported.size);
  expect(textAt('api/tools')).toMatch(
    /## Told elsewhere\n\n(?:.*, )?\[`InputOf`\]\(\/kit\/api\/tools\/executor\/#export-InputOf\)/,
  );
  expect(textAt('api/tools/executor')).toContain('<span id="export-InputOf">');
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
