import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dispatch } from '../../apps/conformance/src/cli/dispatch.ts';
import { formatAsHtml } from '../../apps/conformance/src/report/formats/html/page.ts';
import { type Report, reportSchema } from '../../apps/conformance/src/report/report.ts';
import { type BrokenDeployment, startBrokenDeployment } from './broken-deployment.ts';

/**
 * The page about a failing run: a deployment with some mistakes, judged by the program, as it would be by its users. Its rules
 * lead to their pages, and it leads back to the site.
 *
 * @param base of the site, such as `/contract-kit`
 */
export async function sampleReport(base: string): Promise<string> {
  const deployment = await startBrokenDeployment();
  try {
    const report = await judge(deployment);
    const page = await formatAsHtml(withPages(report));
    const back = `<nav aria-label="Site"><a href="${base}/">Agent Workers Contract Kit</a></nav>`;
    return page
      .replaceAll(origin, base)
      .replaceAll(deployment.url, 'https://staging.example')
      .replace(/<a class="skip".*?<\/a>/, (skip) => `${skip}\n${back}`);
  } finally {
    await deployment.stop();
  }
}

/** Stands for the site in addresses, which a report has whole. */
const origin = 'https://site.invalid';

function withPages(report: Report): Report {
  const page = (rule: string): string => `${origin}/rules/${rule}/`;
  return {
    ...report,
    findings: report.findings.map((finding) => ({ ...finding, page: page(finding.rule) })),
    rules: report.rules.map((rule) => ({ ...rule, page: page(rule.id) })),
    leftOut: report.leftOut.map((rule) => ({ ...rule, page: page(rule.id) })),
  };
}

async function judge({ config }: BrokenDeployment): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'sample-report-'));
  try {
    const file = join(folder, 'staging.json');
    await writeFile(file, JSON.stringify(config));
    const results = join(folder, 'results');
    const silent = { out: () => {}, progress: () => {}, interactive: false, colour: false, environment: {} };
    const args = ['run', '--config', file, '--seed', '7', '--results', results];
    const exitCode = await dispatch(args, { ...silent, signal: new AbortController().signal });
    if (exitCode !== 1) throw new Error(`The sample run was to find something, and ended with ${exitCode}.`);
    const text = await readFile(join(results, 'report.json'), 'utf8');
    return reportSchema.parse(JSON.parse(text.replaceAll(file, 'staging.json')));
  } finally {
    await rm(folder, { recursive: true });
  }
}
