import { caseKey } from '../../src/cases/case.ts';
import { type Exchange, mutationKeyOf } from '../../src/exchanges/exchange.ts';
import type { Spec } from '../../src/spec/spec.ts';
import type { JudgedFinding } from '../../src/verdicts/verdict.ts';
import { type Trace, verdictOn } from '../helpers/trace.ts';
import { fewest } from './fewest.ts';

export type Recorded = Omit<Trace, 'expect'>;

/** Only the exchanges without which this finding isn't made. */
export function minimiseBreaking(recorded: Recorded, shown: JudgedFinding, spec: Spec): Recorded {
  const holds = (exchanges: readonly Exchange[]): boolean =>
    verdictOn({ ...recorded, exchanges }, spec).findings.some(
      (one) => one.cause === shown.cause && `${one.exchanges}` === `${shown.exchanges}`,
    );
  const { exchanges } = recorded;
  const named = exchanges.filter(({ id }) => shown.exchanges.includes(id));
  const cases = new Set(named.map(({ origin }) => caseKey(origin.case)));
  const sameCases = exchanges.filter(({ origin }) => cases.has(caseKey(origin.case)));
  return { ...recorded, exchanges: fewestAmong([named, sameCases, exchanges], holds) ?? exchanges };
}

/**
 * Only the exchanges without which the check no longer passes: if it can be, what answers the request by which another
 * trace shows a deployment to be broken is among what is judged.
 *
 * @returns undefined where the check doesn't pass
 */
export function minimisePassing(
  recorded: Recorded,
  breaking: readonly Exchange[],
  spec: Spec,
): Recorded | undefined {
  const { exchanges } = recorded;
  const judge = (some: readonly Exchange[]) => verdictOn({ ...recorded, exchanges: some }, spec);
  const passes = (some: readonly Exchange[]): boolean => judge(some).verdict === 'passed';
  if (!passes(exchanges)) return undefined;
  const cases = [...Map.groupBy(exchanges, ({ origin }) => caseKey(origin.case)).values()];
  const fewestOfAny = (): readonly Exchange[] => fewestAmong([...cases, exchanges], passes) ?? exchanges;

  const shown = breaking.at(-1);
  const counterpart = shown && exchanges.find((one) => requestKey(one) === requestKey(shown));
  if (counterpart === undefined) return { ...recorded, exchanges: fewestOfAny() };
  const others = exchanges.filter((one) => one !== counterpart);
  const joined = (some: readonly Exchange[]) => [...some, counterpart].sort((a, b) => a.id - b.id);
  const isJudged = (some: readonly Exchange[]): boolean =>
    passes(joined(some)) && judge(joined(some)).subjects > judge(some).subjects;
  const requests = new Set(breaking.map(requestKey));
  const guesses = [
    others.filter((one) => requests.has(requestKey(one))),
    others.filter(({ origin }) => caseKey(origin.case) === caseKey(counterpart.origin.case)),
    others,
  ];
  const around = fewestAmong(guesses, isJudged);
  return { ...recorded, exchanges: around ? joined(around) : fewestOfAny() };
}

/** The same for the same request of two runs. */
function requestKey(exchange: Exchange): string {
  const { origin, operation, identity, intent } = exchange;
  const { kind, parameter } = intent ?? {};
  return [
    caseKey(origin.case),
    origin.step,
    origin.attempt,
    operation,
    identity,
    kind,
    parameter,
    mutationKeyOf(exchange),
  ].join();
}

/** The fewest of the first guess that holds. */
function fewestAmong(
  guesses: readonly (readonly Exchange[])[],
  holds: (some: readonly Exchange[]) => boolean,
): readonly Exchange[] | undefined {
  const first = guesses.find(holds);
  return first && fewest(first, holds);
}
