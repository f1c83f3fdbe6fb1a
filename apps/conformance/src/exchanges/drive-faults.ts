import type { Variation } from '../cases/journeys/journey.ts';
import { type Exchange, succeeded } from './exchange.ts';
import type { JourneyOptions } from './journey-options.ts';
import type { Prepared } from './prepare-call.ts';
import { varyPrepared } from './vary-prepared.ts';

/** So many internal errors of one call are asked for again; more would tell the same. */
const mostAgain = 3;

/** A target that fails now and then would fail again by chance. */
const timesAgain = 3;

/** What is asked for again where it gave an internal error: whether it was the fault's doing shows then. */
export function askedAgain<One>(failed: readonly One[]): readonly One[] {
  return failed.slice(0, mostAgain).flatMap((one) => Array.from({ length: timesAgain }, () => one));
}

/** Sends a call that has just succeeded again and again, each time with one thing wrong or odd about it. */
export async function driveFaults(
  prepared: Prepared,
  variation: Variation,
  {
    options,
    send,
  }: { readonly options: JourneyOptions; readonly send: (one: Prepared) => Promise<Exchange | undefined> },
): Promise<void> {
  let { attempt } = prepared;
  const next = (one: Prepared): Promise<Exchange | undefined> => {
    attempt += 1;
    return send({ ...one, attempt });
  };
  const failed: Prepared[] = [];
  let isChanged = false;
  for (const faulty of varyPrepared(prepared, variation, options.vocabulary)) {
    const exchange = options.signal.aborted ? undefined : await next(faulty);
    if (exchange === undefined) return;
    if (exchange.response?.status === 500) failed.push(faulty);
    isChanged ||= prepared.contract.effect === 'change' && succeeded(exchange);
  }
  const doubtful = prepared.contract.statuses.includes('500') ? [] : askedAgain(failed);
  for (const faulty of doubtful) await next(faulty);
  // The calls that follow rely on the record as it was meant to be.
  if (doubtful.length > 0 || isChanged) await next(prepared);
}
