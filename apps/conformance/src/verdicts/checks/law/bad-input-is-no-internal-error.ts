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
      ({ same, all }) => repeated(same, all),
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
  /** Whatever the operation answered. */
  readonly all: readonly Exchange[];
}

function requestsFor(operation: string, recording: Recording): readonly Asked[] {
  const all = probesOf(recording, [operation]).filter(({ response }) => response !== undefined);
  const groups = Map.groupBy(
    all.filter((one) => isBad(one) || (one.intent?.kind === 'valid' && one.identity === 'own')),
    ({ identity, request }) => [identity, request.url, request.contentType, request.body].join('\n'),
  );
  return [...groups.values()].map((same) => ({ same, all }));
}

/** An operation that fails for what is right as well, or never succeeds, has another trouble. */
function repeated(same: readonly Exchange[], all: readonly Exchange[]): Found | undefined {
  const [first] = same;
  const last = same.at(-1);
  if (first === undefined || last === undefined || same.length < leastFailures) return undefined;
  if (same.some(({ response }) => response?.status !== internalError)) return undefined;
  const right = all.filter((one) => one.identity === 'own' && !isBad(one) && !same.includes(one));
  const shown = right.find(succeeded);
  if (shown === undefined || right.some(({ response }) => response?.status === internalError))
    return undefined;
  return finding([shown, first, last], {
    expected: {
      kind: 'status',
      oneOf: ['refusal'],
      because: { kind: 'mutation', about: aboutOf(last), parameter: last.intent?.parameter },
    },
    observed: statusOf(last),
  });
}

function aboutOf({ intent }: Exchange): string {
  const what = intent?.kind === 'unknown-id' ? 'for what nothing has' : 'like this';
  return intent?.mutation ?? `${what} again and again`;
}
