import type { Report, ReportedFinding } from '../report.ts';
import type { History, HistoryFinding, HistoryRule, HistoryRun } from './history.ts';

export interface KeptReport {
  readonly place: string;
  readonly report: Report;
}

type Outcome = HistoryRule['verdicts'][number];

/** Puts many runs side by side, the earliest first. */
export function buildHistory(kept: readonly KeptReport[], skipped: History['skipped']): History {
  const sorted = kept.toSorted((a, b) => a.report.startedAt.localeCompare(b.report.startedAt));
  const reports = sorted.map(({ report }) => report);
  const judged = reports.map(judgedIn);
  return {
    schema: 'agent-workers-conformance-history/1',
    runs: sorted.map(toRun),
    rules: rulesOf(reports, judged),
    findings: findingsOf(reports, judged),
    operations: operationsOf(reports),
    skipped: [...skipped],
  };
}

function toRun({ place, report }: KeptReport): HistoryRun {
  const { target, summary, program, startedAt, seed } = report;
  const { passed, failed, waived, inconclusive, notObserved } = summary.rules;
  return {
    place,
    startedAt,
    target: target.name,
    ...(target.version === undefined ? {} : { targetVersion: target.version }),
    seed,
    verdict: summary.verdict,
    exitCode: summary.exitCode,
    ended: summary.ended,
    program: program.version,
    contract: program.contract,
    requests: summary.requests,
    durationMs: summary.durationMs,
    rules: { passed, failed, waived, inconclusive, notObserved },
  };
}

type Judged = ReadonlyMap<string, Outcome>;

function judgedIn({ rules }: Report): Judged {
  return new Map(rules.map(({ id, verdict }) => [id, verdict]));
}

function rulesOf(reports: readonly Report[], judged: readonly Judged[]): HistoryRule[] {
  const facts = new Map(
    reports.flatMap(({ rules, leftOut }) =>
      [...leftOut, ...rules].map(({ id, basis }) => [id, basis] as const),
    ),
  );
  return [...facts].map(([id, basis]) => {
    const verdicts = judged.map((one): Outcome => one.get(id) ?? 'left-out');
    const isBroken = verdicts.map((verdict) => (isSettled(verdict) ? verdict === 'failed' : undefined));
    return { id, basis, verdicts, flakes: differsInOneVersion(reports, isBroken) };
  });
}

function isSettled(verdict: Outcome | undefined): boolean {
  return verdict === 'passed' || verdict === 'failed';
}

/** Whether something is so in one run and not in another, and nothing that is told can explain it. */
function differsInOneVersion(reports: readonly Report[], is: readonly (boolean | undefined)[]): boolean {
  const known = reports.flatMap((report, at) => {
    const one = is[at];
    return one === undefined || report.target.version === undefined ? [] : [{ report, one }];
  });
  const groups = Map.groupBy(known, ({ report: { target, program } }) =>
    JSON.stringify([target.name, target.version, program.version, program.contract]),
  );
  return [...groups.values()].some((some) => new Set(some.map(({ one }) => one)).size > 1);
}

function findingsOf(reports: readonly Report[], judged: readonly Judged[]): HistoryFinding[] {
  const latest = new Map<string, ReportedFinding>();
  for (const { findings } of reports) for (const one of findings) latest.set(keyOf(one), one);
  const found = reports.map(({ findings }) => new Set(findings.map(keyOf)));
  const all = [...latest].map(([key, { rule, cause, operation, summary, page }]): HistoryFinding => {
    const is = found.map((some, at) =>
      some.has(key) ? true : isSettled(judged[at]?.get(rule)) ? false : undefined,
    );
    return {
      rule,
      cause,
      operation,
      ...(page === undefined ? {} : { page }),
      summary,
      seenIn: numbersWhere(is, true),
      notSeenIn: numbersWhere(is, false),
      cameBack: returnsIn(is.filter((one) => one !== undefined)),
      flakes: differsInOneVersion(reports, is),
    };
  });
  return all.sort(
    (a, b) => Number(b.flakes) - Number(a.flakes) || (b.seenIn.at(-1) ?? 0) - (a.seenIn.at(-1) ?? 0),
  );
}

function keyOf({ rule, cause }: Pick<ReportedFinding, 'rule' | 'cause'>): string {
  return `${rule} ${cause}`;
}

function numbersWhere(is: readonly (boolean | undefined)[], wanted: boolean): number[] {
  return is.flatMap((one, at) => (one === wanted ? [at + 1] : []));
}

/** How often it is again what it had been before. */
function returnsIn(is: readonly boolean[]): number {
  const first = is.indexOf(true);
  return is.filter((one, at) => at > first && one && is[at - 1] === false).length;
}

function operationsOf(reports: readonly Report[]): History['operations'] {
  const known = new Map(reports.flatMap(({ operations }) => operations.map((one) => [one.id, one] as const)));
  const measured = reports.map(
    ({ operations }) => new Map(operations.map(({ id, firstByte }) => [id, firstByte?.medianMs])),
  );
  return [...known.values()].flatMap(({ id, method, path }) => {
    const medianMs = measured.map((one) => one.get(id) ?? null);
    return medianMs.every((one) => one === null) ? [] : [{ id, method, path, medianMs }];
  });
}
