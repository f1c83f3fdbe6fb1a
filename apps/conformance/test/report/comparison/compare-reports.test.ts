import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { comparedWith, compareReports } from '../../../src/report/comparison/compare-reports.ts';
import { comparisonInShort } from '../../../src/report/comparison/describe-comparison.ts';
import { formatAsHtml } from '../../../src/report/formats/html/page.ts';
import { formatAsJunit } from '../../../src/report/formats/junit.ts';
import { formatAsMarkdown } from '../../../src/report/formats/markdown.ts';
import type { Report } from '../../../src/report/report.ts';
import { formatForTerminal } from '../../../src/report/terminal.ts';
import { runCli } from '../../helpers/judge-target.ts';
import { reportOf } from '../../helpers/report-of.ts';

const broken = reportOf('plain');
const [finding] = broken.findings;
const [failed, ...otherRules] = broken.rules;
if (finding === undefined || failed === undefined) throw new Error('The report of the tests has no finding.');
const clean = reportOf('plain', {
  startedAt: '2026-01-01T03:04:05.678Z',
  findings: [],
  rules: [{ ...failed, verdict: 'passed' }, ...otherRules],
  summary: { ...broken.summary, verdict: 'inconclusive', exitCode: 3 },
});
/** A run of which everything was judged, so that its findings alone decide. */
const settled = (report: Report, passed = report.summary.rules.passed): Report => ({
  ...report,
  cleanUp: { removed: 0, leftovers: [] },
  summary: { ...report.summary, rules: { ...report.summary.rules, inconclusive: 0, passed } },
});

describe('three nights', () => {
  test('a mistake that the second night shows is new, and fails it', () => {
    const comparison = compareReports(clean, broken);
    expect(comparison.new).toEqual([
      expect.objectContaining({ rule: finding.rule, cause: finding.cause, counts: true }),
    ]);
    expect(comparison).toMatchObject({ fixed: [], stillBroken: [], exitCode: 1 });
  });

  test('on the third night it is fixed, for its rule was judged again', () => {
    const comparison = compareReports(broken, clean);
    expect(comparison.fixed).toEqual([expect.objectContaining({ cause: finding.cause })]);
    expect(comparison).toMatchObject({ new: [], notJudged: [], exitCode: 0 });
  });

  test('it is not called fixed where its rule was not judged, and the reason is told', () => {
    const blind = { ...clean, rules: otherRules, leftOut: [{ ...failed, why: 'no credential' }] };
    const comparison = compareReports(broken, blind);
    expect(comparison).toMatchObject({ fixed: [], notJudged: [{ cause: finding.cause }] });
    expect(comparison.noLongerJudged).toEqual([
      { id: finding.rule, basis: 'stated', reason: 'no credential' },
    ]);
  });
});

test('what one part of a run does not find or judge, another part may', () => {
  const part = { ...clean, rules: otherRules, shard: { at: 1, of: 2 } };
  const comparison = compareReports(broken, part);
  expect(comparison).toMatchObject({ fixed: [], notJudged: [{ cause: finding.cause }], noLongerJudged: [] });
  expect(comparisonInShort(comparison)).toContain('1 not seen again');
  expect(comparisonInShort(comparison)).toContain('in part 1 of 2');
  expect(
    compareReports({ ...broken, shard: part.shard }, { ...clean, shard: part.shard }).fixed,
  ).toHaveLength(1);
});

test('nothing is new between a run and itself', () => {
  const nothing = { new: [], fixed: [], notJudged: [], newlyJudged: [], noLongerJudged: [], slower: [] };
  expect(compareReports(broken, broken)).toMatchObject({ ...nothing, differs: [], exitCode: 0 });
});

test('what is waived, or of a basis that does not count, is shown and fails nothing', () => {
  const waiver = { reason: 'known', owner: 'us', expires: '2026-02-01' };
  const waived = { ...broken, findings: [{ ...finding, waiver }] };
  const declared = { ...broken, findings: [{ ...finding, basis: 'declared' as const }] };
  for (const report of [waived, declared])
    expect(compareReports(clean, report)).toMatchObject({ new: [{ counts: false }], exitCode: 0 });
});

test('what was only waived is new once its waiver is gone', () => {
  const waiver = { reason: 'known', owner: 'us', expires: '2026-02-01' };
  const waived = { ...broken, findings: [{ ...finding, waiver }] };
  expect(compareReports(waived, broken)).toMatchObject({ new: [{ counts: true }], exitCode: 1 });
  expect(compareReports(waived, waived)).toMatchObject({ new: [], stillBroken: [{}], exitCode: 0 });
  expect(compareReports(broken, waived)).toMatchObject({ new: [], exitCode: 0 });
});

test('an operation is slower where its median doubled and grew by 50 ms, over five answers or more', () => {
  const answering = (medianMs: number, count = 5): Report => ({
    ...clean,
    operations: clean.operations.map((operation) => ({ ...operation, firstByte: { count, medianMs } })),
  });
  const slower = (before: Report, after: Report) => compareReports(before, after).slower.length;
  expect(slower(answering(50), answering(100))).toBe(clean.operations.length);
  expect(slower(answering(51), answering(101))).toBe(0);
  expect(slower(answering(10), answering(59))).toBe(0);
  expect(slower(answering(50), answering(100, 4))).toBe(0);
});

describe('a run with a baseline', () => {
  test('is not failed by what was broken before, and says so in every form', async () => {
    const report = comparedWith(broken, settled(broken));
    expect(report.summary).toMatchObject({ verdict: 'violates', exitCode: 0 });
    const words = '0 new findings, 0 fixed, 1 still broken';
    expect(formatForTerminal(report, false)).toContain(words);
    expect(formatAsMarkdown(report)).toContain(words);
    expect(await formatAsHtml(report)).toContain(words);
    expect(formatForTerminal(report, false)).toContain('KNOWN FINDINGS ONLY');
    expect(formatAsMarkdown(report)).toContain('## ! Known findings only');
    expect(await formatAsJunit(report)).toMatch(/failures="0".*known from the report of --baseline/s);
    expect(await formatAsJunit(comparedWith(clean, broken))).toMatch(/failures="1"/);
  });

  test('is failed by what is new, by what stayed open, and by too few verified rules', () => {
    expect(comparedWith(clean, broken).summary.exitCode).toBe(1);
    expect(comparedWith(broken, broken).summary.exitCode).toBe(3);
    const least = { count: 2, unit: 'rules' } as const;
    expect(comparedWith(broken, settled(broken), { minVerified: least }).summary.exitCode).toBe(3);
  });

  test('does not pass where nothing but known findings was seen', () => {
    expect(comparedWith(broken, settled(broken, 0)).summary.exitCode).toBe(3);
  });
});

describe('agent-conformance compare', () => {
  test('takes folders and files, prints text, Markdown or JSON, and exits with 1 where something is new', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'compare-'));
    const file = join(folder, 'old.json');
    await writeFile(file, JSON.stringify(clean));
    await writeFile(join(folder, 'report.json'), JSON.stringify(broken));
    const text = await runCli(['compare', file, folder]);
    expect(text).toMatchObject({ exitCode: 1, out: expect.stringContaining('1 new finding, 0 fixed') });
    const markdown = await runCli(['compare', file, folder, '--format', 'markdown']);
    expect(markdown.out).toContain('**New**');
    const json = await runCli(['compare', folder, file, '--json']);
    expect(json.exitCode).toBe(0);
    expect(JSON.parse(json.out)).toEqual(compareReports(broken, clean));
    await rm(folder, { recursive: true });
  });

  test.each([
    [[], 'needs two runs, the earlier one first'],
    [['a'], 'needs two runs'],
    [['a', 'b', 'c'], 'needs two runs'],
    [['nowhere', 'nowhere'], "nowhere can't be read"],
  ])('%j gets one clear sentence', async (args, says) => {
    const outcome = await runCli(['compare', ...args]);
    expect(outcome).toMatchObject({ exitCode: 2, out: '' });
    expect(outcome.progress).toContain(says);
  });
});
