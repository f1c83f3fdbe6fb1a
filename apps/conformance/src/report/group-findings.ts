import { causeOf } from '../verdicts/cause.ts';
import type { Departure } from '../verdicts/findings/finding.ts';
import { isCounted } from './grounds.ts';
import type { Report, ReportedFinding, ReportedPlace } from './report.ts';

/** Findings that one mistake of the deployment explains. */
export interface CauseGroup {
  readonly cause: string;
  /** The plainest of them, which stands for all. */
  readonly main: ReportedFinding;
  readonly others: readonly ReportedFinding[];
}

/**
 * The findings that are not waived, one group for each cause, in the order of the interface; last those that are only
 * shown.
 */
export function groupFindings(report: Report): readonly CauseGroup[] {
  const open = report.findings.filter(({ waiver }) => waiver === undefined);
  const groups = [...Map.groupBy(open, ({ cause }) => cause)].flatMap(([cause, some]) => {
    const [main] = some.toSorted(plainestFirst);
    return main === undefined ? [] : [{ cause, main, others: some.filter((one) => one !== main) }];
  });
  return groups.toSorted((a, b) => Number(isCounted(report, b.main)) - Number(isCounted(report, a.main)));
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

type ReportedWaiver = Report['waivers'][number];

export function isWrongWaiver({ state }: Pick<ReportedWaiver, 'state'>): boolean {
  return state !== 'used' && state !== 'unused';
}

/** A waiver in one line, what is wrong with it first. */
export function describeWaiver({ names, state, reason, owner, expires, message }: ReportedWaiver): string {
  const trouble = message === undefined ? '' : `${message} `;
  return `${state}: ${names}. ${trouble}(${reason}; ${owner}, until ${expires})`;
}
