import type { ControlChange } from '../exchanges/control-change.ts';
import type { Trouble } from './count-trouble.ts';
import { counted, describeChange, span } from './headline.ts';
import type { ReportedTrouble } from './trouble-schema.ts';

/** Undefined where there was none. */
export function toReportedTrouble(
  { statuses, noAnswer, pauses, away, resent, slow }: Trouble,
  changes: readonly ControlChange[],
): ReportedTrouble | undefined {
  const reported = {
    statuses: [...statuses].map(([status, count]) => ({ status, count })).sort((a, b) => a.status - b.status),
    noAnswer: [...noAnswer].map(([kind, count]) => ({ kind, count })),
    pauses: { ...pauses },
    away: { ...away },
    resent,
    slow: { ...slow },
    changes: changes.map(({ first, ...one }) => ({
      ...one,
      ...(first === undefined ? {} : { first }),
      now: { ...one.now },
    })),
  };
  return troubleLines(reported).length === 0 ? undefined : reported;
}

/** The trouble of all the shards of a run. */
export function joinTrouble(all: readonly (ReportedTrouble | undefined)[]): ReportedTrouble | undefined {
  const [first, ...others] = all.filter((one) => one !== undefined);
  return first && others.reduce(joined, first);
}

function joined(one: ReportedTrouble, other: ReportedTrouble): ReportedTrouble {
  const slowest = one.slow.longestMs >= other.slow.longestMs ? one.slow : other.slow;
  return {
    statuses: addCounts([...one.statuses, ...other.statuses], ({ status }) => status),
    noAnswer: addCounts([...one.noAnswer, ...other.noAnswer], ({ kind }) => kind),
    pauses: together(one.pauses, other.pauses),
    away: together(one.away ?? none, other.away ?? none),
    resent: one.resent + other.resent,
    slow: { ...slowest, count: one.slow.count + other.slow.count },
    changes: [...one.changes, ...other.changes],
  };
}

type Pauses = ReportedTrouble['pauses'];

const none: Pauses = { count: 0, milliseconds: 0 };

function together(one: Pauses, other: Pauses): Pauses {
  return { count: one.count + other.count, milliseconds: one.milliseconds + other.milliseconds };
}

function addCounts<One extends { readonly count: number }>(
  counts: readonly One[],
  keyOf: (one: One) => unknown,
): One[] {
  return [...Map.groupBy(counts, keyOf).values()].flatMap(([first, ...rest]) =>
    first === undefined
      ? []
      : [{ ...first, count: rest.reduce((sum, { count }) => sum + count, first.count) }],
  );
}

const kinds = { refused: 'refused', timeout: 'not answered in time', broken: 'broken off' } as const;

/** One line for each kind of trouble. */
export function troubleLines(trouble: ReportedTrouble): readonly string[] {
  const { statuses, noAnswer, pauses, away = none, resent, slow, changes } = trouble;
  return [
    ...changes.map(describeChange),
    ...statuses.map(({ status, count }) => `status ${status}: ${counted(count, 'answer')}`),
    ...noAnswer.map(({ kind, count }) => `${kinds[kind]}: ${counted(count, 'request')}`),
    ...(resent > 0 ? [`sent again after a closed connection: ${counted(resent, 'read')}`] : []),
    ...(pauses.count > 0
      ? [`asked to wait (429): ${counted(pauses.count, 'time')}, ${span(pauses.milliseconds)} in all`]
      : []),
    ...(away.count > 0 ? [`no connection for a while: ${span(away.milliseconds)} in all`] : []),
    ...(slow.count > 0
      ? [
          `slow: ${counted(slow.count, 'answer')}, the slowest after ${span(slow.longestMs)} (${slow.operation})`,
        ]
      : []),
  ];
}
