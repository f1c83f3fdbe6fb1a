import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { readDateTime } from '../../../json/date-time.ts';
import { finding } from '../../findings/finding.ts';
import { queryOf } from '../../lists.ts';
import { probesOf } from '../../probes.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const cursorIsOneMoment: Check = {
  id: 'law.cursor-is-one-moment',
  drivenBy: 'sequences',
  evidence: ['list-page'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      operations.flatMap((operation) => pairsOf(recording, operation)),
      ({ page, other }) =>
        idsOf(page) === idsOf(other)
          ? undefined
          : finding([page, other], {
              expected: {
                kind: 'same-as',
                other: { by: 'parameter', name: 'next_cursor', value: queryOf(page, 'next_cursor') },
              },
              observed: { kind: 'different' },
            }),
    ),
};

interface Pair {
  readonly page: ResourceExchange;
  /** The same page, by the same moment in another offset. */
  readonly other: ResourceExchange;
}

/** Pages by one cursor that are the same before and after one by the same moment written in another way. */
function pairsOf(recording: Recording, operation: string): readonly Pair[] {
  const pages = probesOf(recording, [operation])
    .filter(isResourceCall)
    .filter((one) => succeeded(one) && one.resource.listed !== undefined && momentOf(one) !== undefined);
  return pages.flatMap((other) => {
    const same = pages.filter((one) => isSameCase(one, other) && isOfOneMoment(one, other));
    const page = same.find((one) => one.sentAt < other.sentAt);
    const again = same.find((one) => one.sentAt > other.sentAt);
    return page && again && idsOf(page) === idsOf(again) ? [{ page, other }] : [];
  });
}

function isOfOneMoment(one: Exchange, other: Exchange): boolean {
  const isSamePlace = one.identity === other.identity && queryOf(one, 'limit') === queryOf(other, 'limit');
  const isWrittenAlike = queryOf(one, 'next_cursor') === queryOf(other, 'next_cursor');
  return isSamePlace && !isWrittenAlike && momentOf(one) === momentOf(other);
}

/** To the last digit; only of a cursor that tells its offset. */
function momentOf(page: Exchange): string | undefined {
  const told = readDateTime(queryOf(page, 'next_cursor') ?? '');
  return told && `${told.minute} ${told.seconds}`;
}

function idsOf({ resource }: ResourceExchange): string {
  return resource.listed?.join() ?? '';
}
