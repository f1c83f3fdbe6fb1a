import { expect, test } from 'vitest';
import { formatAsHtml } from '../../src/report/formats/html/page.ts';
import { formatAsJunit } from '../../src/report/formats/junit.ts';
import { formatAsMarkdown } from '../../src/report/formats/markdown.ts';
import { formatAsSarif } from '../../src/report/formats/sarif.ts';
import { buildHistory } from '../../src/report/history/build-history.ts';
import { historyPage } from '../../src/report/history/history-page.ts';
import { type Report, reportSchema } from '../../src/report/report.ts';
import { formatForTerminal } from '../../src/report/terminal.ts';
import { reportOf } from '../helpers/report-of.ts';

const page = 'https://somebody.github.io/kit/rules/run.put-during-job-is-409/';

/** As a published program makes it, whose package says where the pages of rules are. */
function withPages(): Report {
  const report = reportOf('a target');
  const [rule, ...rules] = report.rules;
  return {
    ...report,
    findings: report.findings.map((finding) => ({ ...finding, page })),
    rules: rule === undefined ? [] : [{ ...rule, page }, ...rules],
  };
}

test.each<[string, (report: Report) => string | Promise<string>, string]>([
  ['terminal', (report) => formatForTerminal(report, false), `  About the rule: ${page}\n`],
  ['HTML', formatAsHtml, `<a href="${page}"><code>run.put-during-job-is-409</code></a></h3>`],
  ['Markdown', formatAsMarkdown, `**[\`run.put-during-job-is-409\`](${page})**`],
  ['JUnit', formatAsJunit, `rule:     ${page}`],
  ['SARIF', formatAsSarif, `"helpUri": "${page}"`],
  [
    'history',
    (report) => historyPage(buildHistory([{ place: 'night', report }], [])),
    `<h3><a href="${page}"><code>run.put-during-job-is-409</code></a></h3>`,
  ],
])('a finding leads to the page of its rule in %s, where there is one', async (_, format, link) => {
  expect(await format(withPages())).toContain(link);
  expect(await format(reportOf('a target'))).not.toContain('github.io');
});

test('a report can not lead to anything but a page', () => {
  const report = withPages();
  const [finding] = report.findings;
  const bent = { ...report, findings: [{ ...finding, page: 'javascript:alert(1)' }] };
  expect(reportSchema.safeParse(report).success).toBe(true);
  expect(reportSchema.safeParse(bent).success).toBe(false);
});
