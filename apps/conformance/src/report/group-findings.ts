import { causeOf } from '../verdicts/cause.ts';
import type { Departure } from '../verdicts/findings/finding.ts';
import { waiverTemplate } from '../waivers/waiver-template.ts';
import { isCounted } from './grounds.ts';
import type { Report, ReportedFinding, ReportedPlace } from './report.ts';

/** Findings that one mistake of the deployment explains. */
export interface MistakeGroup {
  /** The cause that stands for all of them. */
  readonly mistake: string;
  /** The plainest of them, which is shown in full. */
  readonly main: ReportedFinding;
  readonly others: readonly ReportedFinding[];
  /** The request that made the trouble, where others show it. */
  readonly doneBy: CausingWrite | undefined;
}

export interface CausingWrite extends NonNullable<ReportedFinding['doneBy']> {
  /** Whether several operations show it, so that none of these is the reason by itself. */
  readonly isCertain: boolean;
}

/**
 * The findings that are not waived, one group for each mistake, in the order of the interface; last those that are only
 * shown.
 */
export function groupFindings(report: Report): readonly MistakeGroup[] {
  const open = report.findings.filter(({ waiver }) => waiver === undefined);
  const countedFirst = (a: ReportedFinding, b: ReportedFinding): number =>
    Number(isCounted(report, b)) - Number(isCounted(report, a));
  const groups = [...Map.groupBy(open, ({ mistake, cause }) => mistake ?? cause)].flatMap(
    ([mistake, some]): MistakeGroup[] => {
      const [main] = some.toSorted((a, b) => countedFirst(a, b) || plainestFirst(a, b));
      if (main === undefined) return [];
      return [
        {
          mistake,
          main,
          others: some.filter((one) => one !== main),
          doneBy: causingWriteIn([main, ...some]),
        },
      ];
    },
  );
  return groups.toSorted((a, b) => countedFirst(a.main, b.main));
}

function causingWriteIn(findings: readonly ReportedFinding[]): CausingWrite | undefined {
  const write = findings.find(({ doneBy }) => doneBy !== undefined)?.doneBy;
  const shownAt = new Set(findings.flatMap(({ places }) => places.map(({ operation }) => operation)));
  return write && { ...write, isCertain: shownAt.size > 1 };
}

/** Such as: done by   DELETE https://api.example/me/bundles/17 (deleteBundle), which was answered 200. */
export function describeCausingWrite(
  { isCertain, operation, request, status }: CausingWrite,
  width = 0,
): string {
  const words = isCertain ? 'done by' : 'after';
  return `${words.padEnd(width)}${width === 0 ? ' ' : ''}${request} (${operation}), which was answered ${status}`;
}

export function plainestFirst(a: ReportedFinding, b: ReportedFinding): number {
  return Number(b.shrunk) - Number(a.shrunk) || a.steps.length - b.steps.length;
}

/** The same for all findings at one place: what differs from run to run doesn't count. */
export function placeOf(operation: string, departure: Departure): string {
  const { expected, observed } = departure;
  const because = 'because' in expected ? expected.because : undefined;
  // Mutations and values of parameters tell places apart, the identifiers of records don't.
  const condition = because && 'record' in because ? [because.kind, because.record.family] : because;
  const query = observed.kind === 'status' ? observed.asked?.query : undefined;
  return JSON.stringify([operation, causeOf('', departure), condition, query]);
}

/** The places of a finding besides the one that it shows in full. */
export function otherPlaces({ places, operation, details }: ReportedFinding): readonly ReportedPlace[] {
  const main = placeOf(operation, details);
  return places.filter((place) => placeOf(place.operation, place.details) !== main);
}

/** A waivers file for what is not waived; undefined where there is nothing to waive. */
export function templateFor({ findings, cleanUp, startedAt }: Report): string | undefined {
  const open = {
    findings: findings.filter(({ waiver }) => waiver === undefined),
    leftovers: cleanUp.leftovers.filter(isUnwaivedLeftover),
  };
  const isNothing = open.findings.length + open.leftovers.length === 0;
  return isNothing ? undefined : waiverTemplate(open, new Date(startedAt));
}

/** Whether it counts: what nothing can remove needs no waiver. */
export function isUnwaivedLeftover({
  removable,
  waiver,
}: {
  readonly removable: boolean;
  readonly waiver?: object | undefined;
}): boolean {
  return removable && waiver === undefined;
}

/** Why something stays on the target, and by whom that is accepted. */
export function describeLeftover({ why, waiver }: Report['cleanUp']['leftovers'][number]): string {
  return waiver === undefined
    ? why
    : `${why} (waived: ${waiver.reason}; ${waiver.owner}, until ${waiver.expires})`;
}

/** What helps against what is left behind; undefined where nothing does. */
export function remedyOf({ cleanUp }: Report): string | undefined {
  return cleanUp.leftovers.some(({ removable }) => removable)
    ? 'agent-conformance clean FOLDER removes later what can be removed; FOLDER is that of --results.'
    : undefined;
}

type ReportedWaiver = Report['waivers'][number];

export function isWrongWaiver({ state }: Pick<ReportedWaiver, 'state'>): boolean {
  return state !== 'used' && state !== 'unused';
}

/** A waiver in one line, what is wrong with it first. */
export function describeWaiver({ names, state, reason, owner, expires, message }: ReportedWaiver): string {
  const trouble = message === undefined ? '' : `${message} `;
  return `${state}: ${names}. ${trouble}(${reason}; ${owner}, until ${expires})`;
}
