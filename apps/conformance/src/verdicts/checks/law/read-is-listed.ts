import { isCalled } from '../../../deployment/field-mapping/names.ts';
import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { leavesOf } from '../../leaves.ts';
import { pathValues } from '../../path-values.ts';
import { probesOf } from '../../probes.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** What reads one record by its name, what lists all of them, and what may end one. */
const kinds = [
  { family: 'toolset', read: 'getToolset', list: 'listToolsets', end: undefined },
  {
    family: 'subscription',
    read: 'getSubscription',
    list: 'listSubscriptions',
    end: 'unsubscribeFromAgent',
  },
] as const;

export const readIsListed: Check = {
  id: 'law.read-is-listed',
  drivenBy: 'sequences',
  evidence: ['record-read', 'success'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      kinds.filter(({ list }) => operations.includes(list)).flatMap((kind) => subjectsIn(recording, kind)),
      ({ family, id, read, list }) => {
        const shown = leavesOf(list);
        if (shown.some(({ value }) => isNamed(value, id))) return undefined;
        const record = { family, id };
        return finding([read, list], {
          expected: { kind: 'listed', record, times: 1, because: { kind: 'made', record } },
          observed: { kind: 'listed', times: 0, length: recordsIn(list) },
        });
      },
    ),
};

interface Subject {
  readonly family: string;
  readonly id: string;
  readonly read: Exchange;
  readonly list: Exchange;
}

/** Each list beside a record that was there all the while, where the list tells records by what they are read by. */
function subjectsIn(recording: Recording, kind: (typeof kinds)[number]): readonly Subject[] {
  const own = (operation: string): readonly Exchange[] =>
    probesOf(recording, [operation]).filter((one) => one.identity === 'own' && one.intent?.kind === 'valid');
  const idOf = (one: Exchange): string => pathValues(one, recording)[0] ?? '';
  const ends = kind.end === undefined ? [] : probesOf(recording, [kind.end]);
  const isEnded = (read: Exchange): boolean =>
    ends.some((end) => idOf(end) === idOf(read) && end.sentAt <= endedAt(read));
  const reads = own(kind.read).filter((one) => succeeded(one) && !isEnded(one));
  return own(kind.list)
    .filter((list) => succeeded(list) && isWhole(list))
    .flatMap((list) => {
      const before = reads.filter(
        (read) => endedAt(read) <= list.sentAt && tellsApart(list, read, idOf(read)),
      );
      const isStillThere = (id: string): boolean =>
        reads.some((read) => idOf(read) === id && read.sentAt >= endedAt(list));
      return [...new Map(before.map((read) => [idOf(read), read]))]
        .filter(([id]) => isStillThere(id))
        .map(([id, read]) => ({ family: kind.family, id, read, list }));
    });
}

/** Whether a list has something under the name under which the read shows what it was asked for. */
function tellsApart(list: Exchange, read: Exchange, id: string): boolean {
  const names = leavesOf(read).flatMap(({ path, value }) => (isNamed(value, id) ? [path.at(-1)] : []));
  return leavesOf(list).some(({ path }) => names.includes(path.at(-1)));
}

/** How many entries an answer has, as far as its form tells. */
function recordsIn(list: Exchange): number {
  return new Set(leavesOf(list).flatMap(({ path }) => path.find((one) => typeof one === 'number') ?? []))
    .size;
}

/** Not a page with another one after it. */
function isWhole(list: Exchange): boolean {
  return !leavesOf(list).some(
    ({ path, value }) => ['next_cursor', 'has_more'].some((field) => isCalled(path.at(-1), field)) && value,
  );
}

function isNamed(value: unknown, id: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === id;
}
