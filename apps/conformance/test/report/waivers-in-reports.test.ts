import type { Log } from 'sarif';
import { expect, test } from 'vitest';
import { formatAsHtml } from '../../src/report/formats/html/page.ts';
import { formatAsJunit } from '../../src/report/formats/junit.ts';
import { formatAsMarkdown } from '../../src/report/formats/markdown.ts';
import { formatAsSarif } from '../../src/report/formats/sarif.ts';
import type { Report, ReportedFinding } from '../../src/report/report.ts';
import { formatForTerminal } from '../../src/report/terminal.ts';
import { readXml } from '../helpers/read-xml.ts';
import { reportOf } from '../helpers/report-of.ts';
import { readPage } from '../helpers/skeleton.ts';
import { unwrapped } from '../helpers/unwrapped.ts';

const accepted = { reason: 'is being fixed', owner: 'team runs', expires: '2026-06-30' };
const { findings, summary } = reportOf('plain');
const [finding] = findings as [ReportedFinding];
const names = 'rule run.put-during-job-is-409';

/** A run whose only finding is waived, and one whose waiver is out of date besides. */
const waived = reportOf('plain', {
  findings: [{ ...finding, waiver: accepted }],
  waivers: [{ names, ...accepted, state: 'used' }],
  summary: { ...summary, verdict: 'conforms', exitCode: 0 },
});
const stale: Report = {
  ...waived,
  summary: { ...summary, verdict: 'wrong-waivers', exitCode: 1 },
  waivers: [
    ...waived.waivers,
    { names: 'rule run.kept', ...accepted, state: 'stale', message: 'Remove it.' },
  ],
};

test('on a terminal a waived finding is no finding, but its waiver is shown', () => {
  const shown = formatForTerminal(waived, false);
  expect(shown).not.toContain('✗');
  expect(unwrapped(shown)).toContain(`used: ${names}. (is being fixed; team runs, until 2026-06-30)`);
  expect(unwrapped(formatForTerminal(stale, false))).toContain(
    'stale: rule run.kept. Remove it. (is being fixed',
  );
});

test('a new finding comes with a waiver to paste', () => {
  expect(formatForTerminal(reportOf('plain'), false)).toContain(
    [
      '  waivers:',
      '    - rule: run.put-during-job-is-409',
      '      reason: ""',
      '      owner: ""',
      '      expires: 2026-02-01',
    ].join('\n'),
  );
});

test('in HTML waivers have a section of their own', async () => {
  const page = readPage(await formatAsHtml(stale));
  expect(page.texts('h1')).toEqual(['✗ Waivers need care']);
  expect(page.texts('h2')).toContain('Waivers 2');
  expect(page.texts('td')).toEqual(expect.arrayContaining(['used', '✗ staleRemove it.']));
  expect(page.texts('p')).toContain('No rule that was judged is broken, but for what is waived.');
});

test('in JUnit a waived rule is skipped, and a wrong waiver is an error', async () => {
  const elements = readXml(await formatAsJunit(stale));
  const messages = (name: string) =>
    elements.filter((one) => one.name === name).map((one) => one.attributes.message);
  expect(messages('failure')).toEqual([]);
  expect(messages('skipped')).toContain('waived until 2026-06-30 by team runs: is being fixed');
  expect(messages('error')).toContainEqual(expect.stringContaining('stale: rule run.kept. Remove it.'));
});

test('in SARIF a waived result is suppressed with its reason, and a wrong waiver is told of the run', () => {
  const log: Log = JSON.parse(formatAsSarif(stale));
  const [run] = log.runs;
  expect(run?.results?.[0]?.suppressions).toEqual([
    { kind: 'external', justification: 'is being fixed (team runs, until 2026-06-30)' },
  ]);
  const told = run?.invocations?.[0]?.toolExecutionNotifications?.map(({ message }) => message.text);
  expect(told).toContainEqual(expect.stringContaining('Waiver stale: rule run.kept. Remove it.'));
});

test('in Markdown waivers are listed', () => {
  expect(formatAsMarkdown(stale)).toContain('**2 waivers**\n\n- `used: rule run.put-during-job-is-409.');
});

test('findings of one cause are one entry, with the others listed under the plainest', async () => {
  const plainer = { ...finding, rule: 'run.plainer', steps: ['1. GET'] };
  const elsewhere = { ...finding, rule: 'run.other', operation: 'startRun' };
  const report = reportOf('plain', { findings: [finding, elsewhere, plainer] });
  const shown = formatForTerminal(report, false);
  expect(shown).toContain('✗ 1. run.plainer');
  expect(shown).not.toContain('✗ 2.');
  expect(shown).toContain(`the same mistake (${finding.cause}) at 2 other places`);
  expect(shown).toContain('run.other at continueRun: plain (seen 3 times)');
  const page = readPage(await formatAsHtml(report));
  expect(page.texts('h2')).toContain('Findings 1');
  expect(page.texts('summary')).toContain('The same mistake at 2 other places');
  expect(formatAsMarkdown(report)).toContain(
    '- the same mistake at 2 other places: `run.put-during-job-is-409`, `run.other`',
  );
});

test('where one mistake has several causes, each is named, since each may be waived', () => {
  const alike = { ...finding, mistake: finding.cause };
  const other = { ...alike, rule: 'run.other', operation: 'startRun', cause: 'run.other:status-404' };
  const shown = formatForTerminal(reportOf('plain', { findings: [alike, other] }), false);
  expect(shown.replaceAll(/\s+/g, ' ')).toContain(
    `the same mistake (causes ${finding.cause}, run.other:status-404) at 1 other place`,
  );
});

test('the operation map shows documented statuses that were never seen, and seen ones that are not documented', async () => {
  const { operations } = reportOf('plain');
  const odd = operations.map((one) =>
    one.id === 'listAgents' ? { ...one, answers: [{ status: 418, count: 1 }] } : one,
  );
  const texts = readPage(await formatAsHtml(reportOf('plain', { operations: odd }))).texts('li');
  expect(texts).toEqual(
    expect.arrayContaining([
      '200 12 times',
      '409 never seen',
      '418 1 time, not documented',
      '200 never seen',
    ]),
  );
});
