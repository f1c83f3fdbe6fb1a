import { type Exchange, isTransient, succeeded } from '../exchanges/exchange.ts';

/** What the questions of one control show, each by its last try. */
export interface ControlOutcome {
  /** Whether nothing counts that came after the control before. */
  readonly isLost: boolean;
  /** The answers that are not as they were at first. */
  readonly differing: readonly Exchange[];
}

const gone: readonly (number | undefined)[] = [404, 410];

/**
 * Silence, and errors that last, are a lost target; so is one that refuses what it took. A target that still knows its
 * user, but no longer the run that it started, is there and answers: it has forgotten the run.
 */
export function controlOutcome(exchanges: readonly Exchange[]): ControlOutcome {
  const questions = Map.groupBy(exchanges, ({ origin }) => origin.step);
  const last = [...questions.values()].flatMap((tries) => tries.toSorted((a, b) => a.id - b.id).at(-1) ?? []);
  const differing = last.filter((one) => !isAnswered(one));
  const isThere = last.some(isAnswered);
  return { isLost: !differing.every((one) => isThere && isForgottenRun(one)), differing };
}

export function isAnswered(exchange: Exchange): boolean {
  return succeeded(exchange) && exchange.transportError === undefined;
}

/** An answer that another try would not change. */
function isDefinite({ response, transportError }: Exchange): boolean {
  return response !== undefined && transportError === undefined && !isTransient(response.status);
}

function isForgottenRun(exchange: Exchange): boolean {
  return (
    exchange.operation === 'getRunMessages' &&
    isDefinite(exchange) &&
    gone.includes(exchange.response?.status)
  );
}
