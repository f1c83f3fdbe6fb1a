import { type Exchange, header, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { startsRun } from '../../worker-runs.ts';

/** A run that was begun with a key just created, and what its creator reads of it. */
interface Subject {
  readonly start: Exchange;
  /** A run of the same worker, begun with the creator's other key, that the creator reads. */
  readonly shown: Exchange;
  readonly read: Exchange;
}

export const newKeyIsItsCreators: Check = {
  id: 'law.new-key-is-its-creators',
  drivenBy: 'sequences',
  evidence: ['created-key-used'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(subjectsIn(recording, operations), ({ start, shown, read }) =>
      succeeded(read)
        ? undefined
        : finding([start, shown, read], {
            expected: { kind: 'status', oneOf: ['success'], because: { kind: 'key-created' } },
            observed: statusOf(read),
          }),
    ),
};

function subjectsIn(
  { user, consistencyWindowMs }: Recording,
  operations: readonly string[],
): readonly Subject[] {
  const starts = user.filter((one) => startsRun(one) && succeeded(one));
  const reads = user.filter(
    (one) => one.identity === 'own' && operations.includes(one.operation) && isAnswered(one),
  );
  const readOf = (start: Exchange): Exchange | undefined =>
    reads.find(
      (read) =>
        isSameCase(read, start) &&
        names(read, header(start, 'x-service-run-id')) &&
        read.sentAt >= endedAt(start) + consistencyWindowMs,
    );
  return starts
    .filter(({ identity }) => identity === 'created')
    .flatMap((start): Subject[] => {
      const read = readOf(start);
      const shown = starts
        .filter((one) => one.identity === 'own' && isOfWorker(one, start))
        .map(readOf)
        .find((one) => one !== undefined && succeeded(one));
      return read === undefined || shown === undefined ? [] : [{ start, shown, read }];
    });
}

function isAnswered(one: Exchange): boolean {
  return succeeded(one) || one.response?.status === 403 || one.response?.status === 404;
}

function names({ request }: Exchange, run: string | undefined): boolean {
  return run !== undefined && request.url.endsWith(`/${encodeURIComponent(run)}`);
}

function isOfWorker(one: Exchange, other: Exchange): boolean {
  return isSameCase(one, other) && one.request.url === other.request.url;
}
