import { caseKey } from '../../../cases/case.ts';
import {
  type Exchange,
  isInternalError,
  isRefused,
  mutationKeyOf,
  succeeded,
} from '../../../exchanges/exchange.ts';
import type { Condition } from '../../findings/condition.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { mutatedBy } from '../../findings/mutated-by.ts';
import { statusOf } from '../../findings/observe.ts';
import { probesOf } from '../../probes.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const badInputIsNoInternalError: Check = {
  id: 'law.bad-input-is-no-internal-error',
  drivenBy: 'sequences',
  evidence: ['bad-request'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      operations.flatMap((operation) => requestsFor(operation, recording)),
      repeated,
      ({ same }) => same.some(isRefused),
    ),
};

/** So often the same request has to fail, with no other answer between. */
const leastFailures = 4;

const bad: readonly string[] = [
  'unknown-id',
  'malformed-id',
  'left-out',
  'past-bound',
  'refusal',
  'mutation',
];

/** What such a request comes to is not shown. */
const trials: readonly string[] = ['tool-run', 'tool-run-of-nothing', 'name-trial', 'declared-bound'];

const isTrial = ({ intent }: Exchange): boolean => trials.includes(intent?.kind ?? '');

const isBad = ({ intent }: Exchange): boolean => bad.includes(intent?.kind ?? '');

interface Asked {
  /** The same request, as often as it was sent. */
  readonly same: readonly Exchange[];
  /** What is right, by callers who may. */
  readonly right: readonly Exchange[];
  /** Whether each is for a record that is there. */
  readonly isForExisting: boolean;
}

function requestsFor(operation: string, recording: Recording): readonly Asked[] {
  const all = probesOf(recording, [operation]).filter(({ response }) => response !== undefined);
  const isOpen = recording.contract.get(operation)?.secured === false;
  const isCaller = ({ identity }: Exchange): boolean =>
    identity === 'own' || (isOpen && identity === 'missing');
  const right = all.filter((one) => isCaller(one) && !isBad(one) && !isTrial(one));
  const namesExisting = existingTest(all);
  const groups = Map.groupBy(
    [...all.filter(isBad), ...right.filter((one) => isPlain(one) || namesExisting(one))],
    (one) => {
      const { identity, intent, request } = one;
      if (namesExisting(one)) return existing;
      const place = intent?.kind === 'open-refusal' ? placeIn(one) : '';
      return [
        place,
        identity,
        intent?.kind,
        mutationKeyOf(one),
        request.url,
        request.contentType,
        request.body,
      ].join('\n');
    },
  );
  return [...groups].map(([group, same]) => ({
    same,
    right: right.filter((one) => !same.includes(one)),
    isForExisting: group === existing,
  }));
}

/** What should succeed, or may as well be refused. */
function isPlain({ intent }: Exchange): boolean {
  return intent?.kind === 'valid' || intent?.kind === 'open-refusal';
}

/** What is taken up to a bound, one after the other. */
function placeIn({ origin }: Exchange): string {
  return `${caseKey(origin.case)} ${origin.step}`;
}

/** No group of the others has a key of one line. */
const existing = 'existing';

/** Whether a request that would make a record has the identifier of one that the same caller made before. */
function existingTest(all: readonly Exchange[]): (one: Exchange) => boolean {
  const made = all.flatMap((one) => {
    const { resource, identity } = one;
    const isMade = resource?.act === 'create' && resource.id !== undefined && succeeded(one);
    return isMade && identity === 'own' ? [{ id: resource.id, until: endedAt(one) }] : [];
  });
  return (one) =>
    !isBad(one) &&
    one.identity === 'own' &&
    made.some(({ id, until }) => until <= one.sentAt && one.request.body?.includes(`"${id}"`) === true);
}

/** An operation that fails for what is right as well, or never succeeds, has another trouble. */
function repeated({ same, right, isForExisting }: Asked): Found | undefined {
  // What was taken at first, and fails from then on, as beyond a cap.
  const others = same.findLastIndex((one) => !isInternalError(one));
  const [first, ...rest] = same.slice(others + 1);
  const last = rest.at(-1);
  if (first === undefined || last === undefined || rest.length + 1 < leastFailures) return undefined;
  if (same.slice(0, others + 1).some((one) => !succeeded(one))) return undefined;
  const shown = right.find(succeeded) ?? same.slice(0, others + 1).find(succeeded);
  const failsElsewhere = right.some((one) => one.intent?.kind !== 'open-refusal' && isInternalError(one));
  if (shown === undefined || (failsElsewhere && !isDocumented(last))) return undefined;
  return finding([shown, first, last], {
    expected: {
      kind: 'status',
      oneOf: ['refusal'],
      because: isForExisting ? repeatedly('existing', last) : (mutatedBy(last) ?? repeatedlyAlike(last)),
    },
    observed: statusOf(last),
  });
}

/** A condition for which a refusal is documented: what is right may well come to it in the end, as a code that is used up. */
function isDocumented({ intent }: Exchange): boolean {
  return intent?.kind === 'refusal' && intent.rule !== undefined && intent.certain;
}

function repeatedlyAlike(last: Exchange): Condition {
  return repeatedly(last.intent?.kind === 'unknown-id' ? 'unknown-id' : 'alike', last);
}

type Repeated = Extract<Condition, { readonly kind: 'repeated' }>;

function repeatedly(of: Repeated['of'], { intent }: Exchange): Repeated {
  return { kind: 'repeated', of, parameter: intent?.parameter };
}
