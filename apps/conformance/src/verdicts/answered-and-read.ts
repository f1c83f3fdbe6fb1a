import { isOwnSuccess, isRefused, isWrite } from '../exchanges/exchange.ts';
import { memoize } from './memoize.ts';
import { freshWrites } from './presence.ts';
import { type ResourceExchange, type ResourceHistory, resourceHistories } from './resources.ts';
import { endedAt } from './run-history.ts';
import type { Recording } from './verdict.ts';

/** A field that the contract names, in the answer to a write and in the read after it. */
export interface AnsweredAndRead {
  readonly history: ResourceHistory;
  readonly write: ResourceExchange;
  readonly read: ResourceExchange;
  readonly field: string;
  readonly answered: unknown;
  readonly shown: unknown;
}

/** Of every write of the own user, with the first read that shows all that it did and nothing that came after. */
export const answeredAndRead = memoize((recording: Recording): readonly AnsweredAndRead[] =>
  resourceHistories(recording).flatMap((history) =>
    history.calls.filter(isPlainWrite).flatMap((write) => {
      const read = readAfter(write, history, recording);
      return read === undefined ? [] : sharedBy(write, read).map((one) => ({ history, write, read, ...one }));
    }),
  ),
);

function isPlainWrite(call: ResourceExchange): boolean {
  return (
    isWrite(call) && isOwnSuccess(call) && call.resource.act !== 'remove' && call.resource.unsure !== 'all'
  );
}

function readAfter(
  write: ResourceExchange,
  history: ResourceHistory,
  recording: Recording,
): ResourceExchange | undefined {
  const others = history.calls.filter((call) => call.id !== write.id && isWrite(call) && !isRefused(call));
  const until = Math.min(
    ...others.filter((call) => endedAt(call) > write.sentAt).map(({ sentAt }) => sentAt),
  );
  return history.calls.find(
    (call) =>
      call.resource.act === 'read' &&
      isOwnSuccess(call) &&
      call.sentAt >= endedAt(write) &&
      endedAt(call) <= until &&
      freshWrites(history, call, recording).length === 0,
  );
}

function sharedBy(write: ResourceExchange, read: ResourceExchange) {
  const shown = read.resource.shows ?? {};
  return Object.entries(write.resource.shows ?? {})
    .filter(([field]) => shown[field] !== undefined)
    .map(([field, answered]) => ({ field, answered, shown: shown[field] }));
}
