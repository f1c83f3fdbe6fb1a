import { type Exchange, isInternalError, isNotFound, isTransient, succeeded } from '../exchanges/exchange.ts';

/** What the questions of one control show, each by its last try. */
export interface ControlOutcome {
  /** Otherwise than `same`, nothing counts that came after the control before. */
  readonly target: 'same' | 'changed' | 'lost' | 'restarted';
  /** The answers that are not as they were at first. */
  readonly differing: readonly Exchange[];
}

/** What is asked only where another answer differs: whether all does, or that one alone. */
export const witnessCase = 'witness';

/** What is asked only after the target was away: whether what was made before is still there. */
export const keptCase = 'kept';

const furtherCases: readonly string[] = [witnessCase, keptCase];

/** One thing that is gone may have been removed by a call whose answer got lost. */
const leastForgotten = 2;

/**
 * Where nothing is left of what was made before it was away, the target was started anew, and has forgotten it.
 * No answer, and errors that last, are a lost target. Another answer that differs, while the same API still takes the
 * same credential, is about that request alone, be it an internal error; where nothing of the API does, the target is
 * another than at first.
 */
export function controlOutcome(exchanges: readonly Exchange[]): ControlOutcome {
  const questions = Map.groupBy(exchanges, ({ origin }) => JSON.stringify([origin.case.id, origin.step]));
  const last = [...questions.values()].flatMap((tries) => tries.toSorted((a, b) => a.id - b.id).at(-1) ?? []);
  const kept = last.filter(({ origin }) => origin.case.id === keptCase);
  if (kept.length >= leastForgotten && kept.every(isNotFound)) return { target: 'restarted', differing: [] };
  const differing = last.filter((one) => !isAnswered(one) && !furtherCases.includes(one.origin.case.id));
  const answered = last.filter(isAnswered);
  if (mayBeAlone(differing) && differing.every((one) => isAlone(one, answered)))
    return { target: 'same', differing };
  return { target: differing.every(isDefinite) ? 'changed' : 'lost', differing };
}

/** Whether what differs may be about those requests alone: then others tell. */
export function mayBeAlone(differing: readonly Exchange[]): boolean {
  return differing.every((one) => isDefinite(one) || isInternalError(one));
}

export function isAnswered(exchange: Exchange): boolean {
  return succeeded(exchange) && exchange.transportError === undefined;
}

/** A target that still knows its user, but no longer the run that it started, has forgotten the run. */
function isAlone(one: Exchange, answered: readonly Exchange[]): boolean {
  return answered.some(({ api }) => api === one.api || isForgottenRun(one));
}

/** An answer that another try would not change. */
function isDefinite({ response, transportError }: Exchange): boolean {
  return response !== undefined && transportError === undefined && !isTransient(response.status);
}

function isForgottenRun(exchange: Exchange): boolean {
  return exchange.operation === 'getRunMessages' && isNotFound(exchange);
}
