import { type Exchange, isInTrouble, isInternalError, succeeded } from '../exchanges/exchange.ts';
import { type Found, finding } from './findings/finding.ts';
import { statusOf } from './findings/observe.ts';
import { memoize } from './memoize.ts';
import { isOpen, isUser, probesOf } from './probes.ts';
import type { Recording } from './verdict.ts';

/** Fewer may be trouble on the way. */
const fewest = 4;

const allOf = memoize(({ workers, user }: Recording) => [...workers, ...user].sort((a, b) => a.id - b.id));

function sentTo(operation: string, recording: Recording): readonly Exchange[] {
  const isOfRuns = recording.contract.get(operation)?.api === 'workers';
  const runs = isOfRuns ? recording.workers.filter((one) => one.operation === operation) : [];
  return [...runs, ...probesOf(recording, [operation])];
}

/** What was asked of an operation with a credential, or where it takes none. */
export function requestsFor(operation: string, recording: Recording): readonly Exchange[] {
  const contract = recording.contract.get(operation);
  return sentTo(operation, recording).filter(
    ({ identity }) => isUser(identity) || isOpen(contract, identity),
  );
}

/**
 * That each right request of an operation was an internal error though other operations worked meanwhile: that is no
 * trouble which passes.
 */
export function failingEachTime(operation: string, recording: Recording): Found | undefined {
  // What failed may be done all the same, so that the next one is refused.
  const right = requestsFor(operation, recording)
    .filter((one) => isRight(one) && isInternalError(one))
    .sort((a, b) => a.id - b.id);
  const [first] = right;
  const last = right.at(-1);
  if (right.length < fewest || first === undefined || last === undefined) return undefined;
  if (sentTo(operation, recording).some(succeeded) || !othersWork(first, last, recording)) return undefined;
  return finding([first, last], {
    expected: { kind: 'status', oneOf: ['success'], because: { kind: 'repeated', of: 'right' } },
    observed: statusOf(last),
  });
}

/** What is asked for as the interface says. What others sent need not have been meant so. */
export function isRight({ intent, sent, origin, response }: Exchange): boolean {
  if (response === undefined || origin.phase === 'recorded') return false;
  if (intent === undefined) return sent === undefined || sent.kind === 'plain';
  const isPlain = intent.mutation === undefined && intent.state === undefined;
  return ['valid', 'open-refusal'].includes(intent.kind) && intent.certain && isPlain;
}

/** Of what was asked for before and after, so many tell whether the service as a whole was in trouble. */
const neighbours = 8;

/** Whether something of what was asked for meanwhile was answered, and also just before and after. */
function othersWork(first: Exchange, last: Exchange, recording: Recording): boolean {
  const others = allOf(recording).filter(({ operation }) => operation !== first.operation);
  const before = others.filter(({ id }) => id < first.id).slice(-neighbours);
  const between = others.filter(({ id }) => id > first.id && id < last.id);
  const after = others.filter(({ id }) => id > last.id).slice(0, neighbours);
  return [before, between, after].every((some) => some.length === 0 || !some.every(isInTrouble));
}
