import { type Exchange, isRefused, succeeded } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const badInputIsNoInternalError: Check = {
  id: 'law.bad-input-is-no-internal-error',
  area: 'resource',
  evidence: ['success'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      operations.flatMap((operation) => requestsFor(operation, recording)),
      repeated,
      ({ same }) => same.some(isRefused),
    ),
};

const internalError = 500;

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

const isBad = ({ intent }: Exchange): boolean => bad.includes(intent?.kind ?? '');

interface Asked {
  /** The same request, as often as it was sent. */
  readonly same: readonly Exchange[];
  /** What is right, by callers who may. */
  readonly right: readonly Exchange[];
}

function requestsFor(operation: string, recording: Recording): readonly Asked[] {
  const all = probesOf(recording, [operation]).filter(({ response }) => response !== undefined);
  const isOpen = recording.contract.get(operation)?.secured === false;
  const isCaller = ({ identity }: Exchange): boolean =>
    identity === 'own' || (isOpen && identity === 'missing');
  const right = all.filter((one) => isCaller(one) && !isBad(one) && one.intent?.kind !== 'trial');
  const groups = Map.groupBy(
    [...all.filter(isBad), ...right.filter(({ intent }) => intent?.kind === 'valid')],
    ({ identity, intent, request }) =>
      [identity, intent?.kind, intent?.mutation, request.url, request.contentType, request.body].join('\n'),
  );
  return [...groups.values()].map((same) => ({ same, right: right.filter((one) => !same.includes(one)) }));
}

/** An operation that fails for what is right as well, or never succeeds, has another trouble. */
function repeated({ same, right }: Asked): Found | undefined {
  const [first] = same;
  const last = same.at(-1);
  if (first === undefined || last === undefined || same.length < leastFailures) return undefined;
  if (same.some(({ response }) => response?.status !== internalError)) return undefined;
  const shown = right.find(succeeded);
  const failsElsewhere = right.some(({ response }) => response?.status === internalError);
  if (shown === undefined || (failsElsewhere && !isDocumented(last))) return undefined;
  return finding([shown, first, last], {
    expected: {
      kind: 'status',
      oneOf: ['refusal'],
      because: { kind: 'mutation', about: aboutOf(last), parameter: last.intent?.parameter },
    },
    observed: statusOf(last),
  });
}

/** A condition for which a refusal is documented: what is right may well come to it in the end, as a code that is used up. */
function isDocumented({ intent }: Exchange): boolean {
  return intent?.kind === 'refusal' && intent.rule !== undefined && intent.certain;
}

function aboutOf({ intent }: Exchange): string {
  const what = intent?.kind === 'unknown-id' ? 'for what nothing has' : 'like this';
  return intent?.mutation ?? `${what} again and again`;
}
