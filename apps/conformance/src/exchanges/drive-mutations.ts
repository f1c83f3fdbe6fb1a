import type { Variation } from '../cases/sequences/sequence.ts';
import { type Exchange, isInternalError, succeeded } from './exchange.ts';
import type { Prepared } from './prepare-call.ts';
import type { SequenceOptions } from './sequence-options.ts';
import { varyPrepared } from './vary-prepared.ts';

/** So many internal errors of one call are asked for again; more would tell the same. */
const mostAgain = 3;

/** A target that fails now and then would fail again by chance. */
const timesAgain = 3;

/** What is asked for again where it gave an internal error: whether it was the mutation's doing shows then. */
export function askedAgain<One>(failed: readonly One[]): readonly One[] {
  return failed.slice(0, mostAgain).flatMap((one) => Array.from({ length: timesAgain }, () => one));
}

/** Sends a call that has just succeeded again and again, each time with one thing wrong or odd about it. */
export async function driveMutations(
  prepared: Prepared,
  variation: Variation,
  {
    options,
    send,
  }: { readonly options: SequenceOptions; readonly send: (one: Prepared) => Promise<Exchange | undefined> },
): Promise<void> {
  let { attempt } = prepared.origin;
  const next = (one: Prepared): Promise<Exchange | undefined> => {
    attempt += 1;
    return send({ ...one, origin: { ...one.origin, attempt } });
  };
  const failed: Prepared[] = [];
  let isChanged = false;
  for (const mutated of varyPrepared(prepared, variation, options.fieldMapping)) {
    const exchange = options.signal.aborted ? undefined : await next(mutated);
    if (exchange === undefined) return;
    if (isInternalError(exchange)) failed.push(mutated);
    isChanged ||= prepared.contract.effect === 'change' && succeeded(exchange);
  }
  const doubtful = askedAgain(failed);
  for (const mutated of doubtful) await next(mutated);
  // The calls that follow rely on the record as it was meant to be.
  if (doubtful.length > 0 || isChanged) await next(prepared);
}
