import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAsHtml } from '../../../src/report/formats/html/page.ts';
import { printableText } from '../../../src/report/printable.ts';
import { hostileText } from '../../helpers/hostile-text.ts';
import { reportOf } from '../../helpers/report-of.ts';
import { activeParts, readPage } from '../../helpers/skeleton.ts';

test('whatever a target answers, the page keeps its elements, parses without an error and shows the text', async () => {
  const plain = readPage(await formatAsHtml(reportOf('plain')));
  await fc.assert(
    fc.asyncProperty(hostileText, async (text) => {
      const source = await formatAsHtml(reportOf(text));
      const page = readPage(source);
      expect(page.errors).toEqual([]);
      expect(page.skeleton).toBe(plain.skeleton);
      expect(page.texts('dd')).toContain(printableText(text));
      expect(source.replaceAll(/[\n\t]/g, '')).not.toMatch(/\p{Cc}/u);
    }),
    { numRuns: 60 },
  );
});

test('the page loads nothing and runs nothing', async () => {
  const source = await formatAsHtml(reportOf('plain'));
  expect(activeParts(readPage(source))).toEqual([]);
  expect(source).toContain('<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;;');
});

test('the verdict comes first, right under it what was not checked, then the findings', async () => {
  const page = readPage(await formatAsHtml(reportOf('plain')));
  expect(page.texts('h1')).toEqual(['✗ Violates the contract']);
  expect(page.texts('h2').slice(0, 4)).toEqual([
    'Not checked',
    'Findings 1',
    'Left behind on the target 1',
    'Operations 1 of 2',
  ]);
});

test('a run without a finding says so, and still says what it left out', async () => {
  const { summary } = reportOf('plain');
  const clean = reportOf('plain', {
    findings: [],
    summary: { ...summary, verdict: 'conforms', exitCode: 0 },
  });
  const page = readPage(await formatAsHtml(clean));
  expect(page.texts('h1')).toEqual(['✓ Conforms']);
  expect(page.texts('p')).toContain('No rule that was judged is broken.');
  expect(page.texts('summary').map((text) => text.trim())).toContain('○ Left out of this run 1 rule');
});

test('a finding shows its job timeline as a figure and as a table that says the same', async () => {
  const page = readPage(await formatAsHtml(reportOf('plain')));
  expect(page.texts('rect')).toHaveLength(2);
  expect(page.texts('td')).toContain('▶ POST started the run');
  expect(page.texts('td')).toContain('✓ PUT was taken');
});

test('the rules can be narrowed by verdict and basis without a script', async () => {
  const source = await formatAsHtml(reportOf('plain'));
  expect(source).toContain('id="verdict-failed"');
  expect(source).toContain(
    '.filtered:has(#verdict-failed:checked) tbody tr:not(.verdict-failed) { display: none; }',
  );
  expect(source).toContain('<tr class="verdict-failed basis-stated">');
});

test('every table and every figure scrolls by itself, so that the page never does', async () => {
  const { skeleton } = readPage(await formatAsHtml(reportOf('plain')));
  const wide = skeleton.match(/<(?:table|svg)/g) ?? [];
  expect(skeleton.match(/<div class tabindex role aria-label><(?:table|svg)/g)).toHaveLength(wide.length);
});
