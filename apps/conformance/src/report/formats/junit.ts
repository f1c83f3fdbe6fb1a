import { html } from 'hono/html';
import { groundsOf, isCounted, sourceOf } from '../grounds.ts';
import { describeWaiver, isWrongWaiver } from '../group-findings.ts';
import { earlyEnd } from '../headline.ts';
import { groupNotChecked } from '../not-checked.ts';
import { printableReport } from '../printable-report.ts';
import type { Report, ReportedFinding } from '../report.ts';

type Xml = ReturnType<typeof html>;

interface TestCase {
  readonly rule: string;
  readonly section: string;
  /** `noted` is a broken rule that does not fail the run. */
  readonly outcome: 'passed' | 'failure' | 'noted' | 'error' | 'skipped';
  readonly message?: string;
  readonly text?: string;
  /** Its share of the time of all exchanges, in seconds. */
  readonly seconds?: number;
}

/** Stands for a section where the deployment's own document is what speaks. */
const declared = 'declared';

const outcomes = {
  passed: 'passed',
  failed: 'failure',
  inconclusive: 'error',
  'not-observed': 'skipped',
} as const;

/** JUnit XML: a suite for each section of the interface, a test case for each rule, judged or not. */
export async function formatAsJunit(told: Report): Promise<string> {
  const report = printableReport(told, ['curl']);
  const cases = [...judged(report), ...leftOut(report), ...wrongWaivers(report), ...theRunItself(report)];
  const suites = [...Map.groupBy(cases, ({ section }) => section)];
  const { durationMs } = report.summary;
  const document = await html`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="agent-conformance: ${report.target.name}" ${counts(cases)} time="${durationMs / 1000}" timestamp="${report.startedAt}">
${suites.map(([section, some]) => suite(section, some, report))}</testsuites>
`;
  return String(document);
}

function judged(report: Report): TestCase[] {
  const secondsOf = sharesOf(report);
  return report.rules.map(({ id, basis, section: place, verdict, reason }): TestCase => {
    const seconds = secondsOf.get(id) ?? 0;
    const section = basis === 'declared' ? declared : place;
    const found = report.findings.filter(({ rule }) => rule === id);
    const finding = found.find(({ waiver }) => waiver === undefined);
    const why = whyItFailsNothing(found, report);
    if (why !== undefined) return { rule: id, section, outcome: 'skipped', message: why, seconds };
    const message = finding === undefined ? reason : finding.summary;
    return {
      rule: id,
      section,
      outcome: verdict === 'failed' && !isCounted(report, { basis }) ? 'noted' : outcomes[verdict],
      seconds,
      ...(message === undefined ? {} : { message }),
      ...(finding === undefined ? {} : { text: describe(finding) }),
    };
  });
}

/** Where all that breaks a rule is waived, or known from an earlier report: by whom or what. */
function whyItFailsNothing(found: readonly ReportedFinding[], { comparison }: Report): string | undefined {
  const open = found.filter(({ waiver }) => waiver === undefined);
  const [first] = open;
  const waiver = found[0]?.waiver;
  if (first === undefined)
    return waiver && `waived until ${waiver.expires} by ${waiver.owner}: ${waiver.reason}`;
  const isKnown = ({ rule, cause }: ReportedFinding): boolean =>
    comparison?.stillBroken.some((one) => one.rule === rule && one.cause === cause) === true;
  return open.every(isKnown) ? `known from the report of --baseline: ${first.summary}` : undefined;
}

/**
 * By rule: the time that the exchanges of its operations took, in seconds. What one exchange shows is shared among all
 * rules that were judged of its operation, so that the times add up.
 */
function sharesOf({ rules, operations }: Report): ReadonlyMap<string, number> {
  const own = rules.filter(({ verdict }) => verdict === 'passed' || verdict === 'failed');
  const sharers = new Map<string, number>();
  for (const id of own.flatMap((rule) => rule.operations)) sharers.set(id, (sharers.get(id) ?? 0) + 1);
  const shares = new Map(
    operations.map(({ id, tookMs = 0 }) => [id, tookMs / 1000 / (sharers.get(id) ?? 1)] as const),
  );
  return new Map(
    own.map((rule) => [rule.id, rule.operations.reduce((sum, id) => sum + (shares.get(id) ?? 0), 0)]),
  );
}

function leftOut(report: Report): TestCase[] {
  const groups = groupNotChecked(report).filter(({ kind }) => kind === 'left-out');
  return groups.flatMap(({ why, rules }) =>
    rules.map(
      ({ id, section }): TestCase => ({ rule: id, section, outcome: 'skipped', message: `left out: ${why}` }),
    ),
  );
}

/** A waiver that is not right makes the run fail, so that it is seen where only failures are. */
function wrongWaivers({ waivers }: Report): TestCase[] {
  return waivers.filter(isWrongWaiver).map((waiver) => ({
    rule: `waiver of ${waiver.names}`,
    section: '',
    outcome: 'error',
    message: describeWaiver(waiver),
  }));
}

/** A run that ended early or verified nothing must not look green where the skipped ones are not read. */
function theRunItself(report: Report): TestCase[] {
  const { summary } = report;
  const message =
    earlyEnd(report) ?? (summary.verdict === 'nothing-verified' ? 'nothing was verified' : undefined);
  return message === undefined ? [] : [{ rule: 'the run itself', section: '', outcome: 'error', message }];
}

function describe(finding: ReportedFinding): string {
  const { expected, observed, steps, replay, seen, cause, page } = finding;
  return [
    `${sourceOf(finding)}: ${groundsOf(finding).join(' ')}`,
    `expected: ${expected}`,
    `observed: ${observed}`,
    `seen:     ${seen}`,
    `cause:    ${cause}`,
    ...steps,
    `again:    ${replay}`,
    ...(page === undefined ? [] : [`rule:     ${page}`]),
  ].join('\n');
}

function suite(section: string, cases: readonly TestCase[], { startedAt, seed, target }: Report): Xml {
  const name = sectionName(section);
  return html`<testsuite name="${name}" ${counts(cases)} time="${inSeconds(cases.reduce((sum, { seconds = 0 }) => sum + seconds, 0))}" timestamp="${startedAt}">
<properties>${seed === undefined ? '' : html`<property name="seed" value="${seed}"/>`}<property name="target" value="${target.name}"/></properties>
${cases.map((one) => testCase(one, name))}</testsuite>
`;
}

function sectionName(section: string): string {
  if (section === declared) return "the deployment's own document";
  return section === '' ? 'run' : `section ${section}`;
}

function inSeconds(seconds: number): string {
  return seconds.toFixed(3);
}

function testCase({ rule, outcome, message = '', text = '', seconds = 0 }: TestCase, suiteName: string): Xml {
  return html`<testcase classname="${suiteName}" name="${rule}" time="${inSeconds(seconds)}">${verdict(outcome, message, text)}</testcase>
`;
}

function verdict(outcome: TestCase['outcome'], message: string, text: string): Xml | string {
  switch (outcome) {
    case 'passed':
      return '';
    case 'failure':
      return html`<failure type="violation" message="${message}">${text}</failure>`;
    case 'noted':
      return html`<system-out>${`${message}\n${text}`}</system-out>`;
    case 'error':
      return html`<error type="inconclusive" message="${message}"></error>`;
    case 'skipped':
      return html`<skipped message="${message}"/>`;
  }
}

function counts(cases: readonly TestCase[]): Xml {
  const count = (outcome: TestCase['outcome']): number =>
    cases.filter((one) => one.outcome === outcome).length;
  return html`tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
}
