import { caseKey } from '../cases/case.ts';
import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import { memoize } from './memoize.ts';
import { isSoonAfter } from './run-history.ts';
import type { Recording } from './verdict.ts';

/** Whether a read that found nothing was asked for before what its case wrote has to show. */
export function isEarlyAbsence(read: Exchange, recording: Recording): boolean {
  const { operation, origin, response } = read;
  if (response?.status !== 404 || recording.contract.get(operation)?.effect !== 'read') return false;
  const writes = writesByCase(recording).get(caseKey(origin.case)) ?? [];
  return writes.some((write) => isSoonAfter(write, read, recording.consistencyWindowMs));
}

const writesByCase = memoize(({ user, contract }: Recording) =>
  Map.groupBy(
    user.filter((one) => contract.get(one.operation)?.effect !== 'read' && succeeded(one)),
    ({ origin }) => caseKey(origin.case),
  ),
);
