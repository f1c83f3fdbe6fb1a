import { isDeepStrictEqual } from 'node:util';
import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { showsNothing } from '../../has-json.ts';
import { type Leaf, leavesOf } from '../../leaves.ts';
import { queryOf } from '../../lists.ts';
import { answeredProbes, probesOf, workingOperations } from '../../probes.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const pastBoundIsNotTaken: Check = {
  id: 'law.past-bound-is-not-taken',
  drivenBy: 'probes',
  evidence: ['success', 'bounds'],
  traffic: { restsOn: 'answer' },
  needs: [],
  judge: (recording, rule) => {
    const working = workingOperations(recording);
    const past = answeredProbes(recording, rule, ['past-bound']).filter(({ operation }) =>
      working.has(operation),
    );
    return judgeEach(
      past,
      (probe) =>
        succeeded(probe) && (isTaken(probe, recording) || !mayBeClamped(probe, past, recording))
          ? finding([probe], {
              expected: {
                kind: 'status',
                oneOf: ['refusal'],
                because: { kind: 'bounds', side: 'past', parameter: probe.intent?.parameter },
              },
              observed: statusOf(probe),
            })
          : undefined,
      (probe) => !succeeded(probe),
    );
  },
};

/** The answer names the value itself where that to a bound names the bound, or lists more than that to the bound. */
function isTaken(probe: Exchange, recording: Recording): boolean {
  const parameter = probe.intent?.parameter ?? '';
  const value = queryOf(probe, parameter);
  const own = leavesOf(probe);
  return withinBounds(probe, recording)
    .filter((one) => one.intent?.kind === 'at-bound' && one.intent.parameter === parameter)
    .some((bound) => {
      const named = leavesOf(bound).filter((leaf) => isNamed(leaf, queryOf(bound, parameter)));
      return named.some(({ path }) =>
        own.some((leaf) => isDeepStrictEqual(leaf.path, path) && isNamed(leaf, value)),
      );
    });
}

function isNamed({ value }: Leaf, asked: string | null): boolean {
  return asked !== null && asked !== '' && typeof value === 'number' && value === Number(asked);
}

/**
 * Some deployments take the nearest bound, and some the usual value: not where what is past all other bounds is
 * refused. An upper limit only says how much of an answer there is at most, so it is often taken for the bound alone.
 */
function mayBeClamped(probe: Exchange, past: readonly Exchange[], recording: Recording): boolean {
  const { parameter } = probe.intent ?? {};
  const others = past.filter(({ intent }) => intent?.parameter !== parameter);
  const isStrict = others.length >= leastRefused && !others.some(succeeded);
  const within = withinBounds(probe, recording);
  const further = past.filter((one) => isOf(one, probe) && isFurther(one, probe, within));
  if (further.some((one) => !succeeded(one))) return false;
  // With a value that is allowed there would be something, whichever it is.
  const alike = within.filter((one) => isAlikeBut(parameter, one, probe));
  if (showsNothing(probe) && alike.length >= leastShown && !alike.some(showsNothing)) return false;
  if (!isStrict) return true;
  // A text that is too short has no nearest bound.
  if (queryOf(probe, parameter ?? '') === '') return false;
  if (showsNothing(probe)) return true;
  return parameter === 'limit' && within.length > 0;
}

/** Whether its value is past the same bound, and further than that of the probe. */
function isFurther(one: Exchange, probe: Exchange, within: readonly Exchange[]): boolean {
  const asked = (exchange: Exchange): number =>
    Number(queryOf(exchange, probe.intent?.parameter ?? '') || Number.NaN);
  const [inside] = within
    .filter(({ intent }) => intent?.parameter === probe.intent?.parameter)
    .map(asked)
    .filter((value) => !Number.isNaN(value));
  if (inside === undefined) return false;
  const [ours, theirs] = [asked(probe) - inside, asked(one) - inside];
  return Math.sign(ours) === Math.sign(theirs) && Math.abs(theirs) > Math.abs(ours);
}

/** Whether two requests ask for the same, but for the value of a parameter. */
function isAlikeBut(parameter: string | undefined, ...requests: readonly [Exchange, Exchange]): boolean {
  const [one, other] = requests.map(({ request }) => {
    const { pathname, searchParams } = new URL(request.url);
    searchParams.delete(parameter ?? '');
    return `${pathname}?${searchParams}`;
  });
  return one === other;
}

const leastRefused = 4;
/** Both bounds, and the usual value. */
const leastShown = 3;

function isOf({ operation, intent }: Exchange, probe: Exchange): boolean {
  return operation === probe.operation && intent?.parameter === probe.intent?.parameter;
}

function withinBounds(probe: Exchange, recording: Recording): readonly Exchange[] {
  return probesOf(recording, [probe.operation]).filter(
    (one) => one.intent?.kind !== 'past-bound' && one.identity === probe.identity && succeeded(one),
  );
}
