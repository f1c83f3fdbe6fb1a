import { lastingWords } from '../verdicts/cause.ts';
import type { Report, ReportedFinding, ReportedPlace } from './report.ts';

/** Findings that one mistake of the deployment explains. */
export interface CauseGroup {
  readonly cause: string;
  /** The plainest of them, which stands for all. */
  readonly main: ReportedFinding;
  readonly others: readonly ReportedFinding[];
}

/** The findings that nobody waived, one group for each cause, in the order of the interface. */
export function groupFindings({ findings }: Report): readonly CauseGroup[] {
  const open = findings.filter(({ waiver }) => waiver === undefined);
  return [...Map.groupBy(open, ({ cause }) => cause)].flatMap(([cause, some]) => {
    const [main] = some.toSorted(plainestFirst);
    return main === undefined ? [] : [{ cause, main, others: some.filter((one) => one !== main) }];
  });
}

export function plainestFirst(a: ReportedFinding, b: ReportedFinding): number {
  return Number(b.shrunk) - Number(a.shrunk) || a.steps.length - b.steps.length;
}

/** The same for all findings at one place: what differs from run to run doesn't count. */
export function placeOf({
  operation,
  expected,
  observed,
}: Pick<ReportedPlace, 'operation' | 'expected' | 'observed'>): string {
  // Faults and values of parameters tell places apart, identifiers in paths don't.
  const lasting = / status \d{3}\b/.test(observed)
    ? observed.replaceAll(/(?<=\/)[^/?\s:]*\d[^/?\s:]*/g, '')
    : lastingWords(observed);
  return JSON.stringify([operation, lastingWords(expected), lasting]);
}

/** The places of a finding besides the one that it shows in full. */
export function otherPlaces({ places, operation, expected, observed }: ReportedFinding) {
  const main = placeOf({ operation, expected, observed });
  return places.filter((place) => placeOf(place) !== main);
}

type ReportedWaiver = Report['waivers'][number];

export function isWrongWaiver({ state }: ReportedWaiver): boolean {
  return state !== 'used' && state !== 'unused';
}

/** A waiver in one line, what is wrong with it first. */
export function describeWaiver({ names, state, reason, owner, expires, message }: ReportedWaiver): string {
  const trouble = message === undefined ? '' : `${message} `;
  return `${state}: ${names}. ${trouble}(${reason}; ${owner}, until ${expires})`;
}
