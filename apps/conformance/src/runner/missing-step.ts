import { placeSteps } from '../cases/place-steps.ts';
import type { Step } from '../cases/scenario.ts';
import type { Call } from '../cases/sequences/sequence.ts';
import { type Exchange, isInTrouble, isRefused, lastOfEachStep, succeeded } from '../exchanges/exchange.ts';
import type { Reason } from '../verdicts/reason.ts';

/** Why a scenario that was sent again shows nothing, whatever was judged of it; undefined where it was sent whole. */
export function missingInScenario(
  steps: readonly Step[],
  exchanges: readonly Exchange[],
): Reason | undefined {
  const numbers = placeSteps(steps).flatMap((group) => group.map(({ number }) => number));
  return troubleIn(exchanges) ?? notSent(numbers, exchanges, () => undefined);
}

/** The same of the calls of a sequence, where each builds on what the calls before it have done. */
export function missingInSequence(
  calls: readonly Call[],
  exchanges: readonly Exchange[],
): Reason | undefined {
  const wanted = calls.flatMap(({ unlessAlike }, index) => (unlessAlike === undefined ? [index + 1] : []));
  return (
    troubleIn(exchanges) ??
    notSent(wanted, exchanges, (number) => calls[number - 1]?.operation) ??
    refusedBefore(calls, exchanges)
  );
}

/** The last answer to each step counts: a hiccup is forgiven. */
function troubleIn(exchanges: readonly Exchange[]): Reason | undefined {
  const bad = lastOfEachStep(exchanges).find(isInTrouble);
  if (bad === undefined) return undefined;
  const { operation, response, transportError } = bad;
  return {
    kind: 'trouble',
    operation,
    ...(response === undefined ? {} : { status: response.status }),
    ...(transportError === undefined ? {} : { message: transportError.message }),
    lacks: [],
  };
}

function notSent(
  numbers: readonly number[],
  exchanges: readonly Exchange[],
  operationOf: (number: number) => string | undefined,
): Reason | undefined {
  const sent = new Set(exchanges.map(({ origin }) => origin.step));
  const step = numbers.find((number) => !sent.has(number));
  if (step === undefined) return undefined;
  const operation = operationOf(step);
  return { kind: 'step-missing', step, ...(operation === undefined ? {} : { operation }) };
}

/** What was to make or change something did not, so that the calls after it meet another state. */
function refusedBefore(calls: readonly Call[], exchanges: readonly Exchange[]): Reason | undefined {
  for (const [index, { operation, kind = 'valid', as = 'own' }] of calls.slice(0, -1).entries()) {
    const step = index + 1;
    const own = exchanges.filter(({ origin, intent }) => origin.step === step && intent?.kind === 'valid');
    const refusal = own.find(isRefused);
    if (kind === 'valid' && as === 'own' && refusal?.response !== undefined && !own.some(succeeded))
      return { kind: 'step-missing', step, operation, status: refusal.response.status };
  }
  return undefined;
}
