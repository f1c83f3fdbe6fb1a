import { isPlainly } from '../../../deployment/field-mapping/names.ts';
import { type Exchange, isOwnSuccess } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { type Leaf, leavesOf } from '../../leaves.ts';
import { queryOf } from '../../lists.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { walksOf } from '../../walks.ts';

/** How exact it is, and what stands between day and hour, is left to the deployment. */
const dateTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/i;

export const cursorIsADateTime: Check = {
  id: 'law.cursor-is-a-date-time',
  drivenBy: 'sequences',
  evidence: ['list-page'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      [...followedIn(recording, operations), ...numberedIn(recording, operations)],
      ({ pages, path, cursor }) =>
        typeof cursor === 'string' && dateTime.test(cursor) && !Number.isNaN(Date.parse(cursor.slice(0, 10)))
          ? undefined
          : finding(pages, {
              expected: { kind: 'field', path, type: 'date-time' },
              observed: { kind: 'field', path, value: cursor },
            }),
    ),
};

interface Given {
  readonly pages: readonly [Exchange, ...Exchange[]];
  readonly path: Leaf['path'];
  readonly cursor: unknown;
}

/** The cursors that led from one page to the next. */
function followedIn({ user }: Recording, operations: readonly string[]): readonly Given[] {
  return walksOf(user)
    .filter(({ pages: [first] }) => operations.includes(first.operation))
    .flatMap(({ pages }) =>
      pages.slice(1).flatMap((page, index) => {
        const from = pages[index];
        const cursor = queryOf(page, 'next_cursor');
        const path = ['next_cursor'];
        return from === undefined || cursor === null ? [] : [{ pages: [page, from], path, cursor }];
      }),
    );
}

/** What is called as the parameter is, and is a number too small for a time, leads nowhere, if nothing beside it may. */
function numberedIn(recording: Recording, operations: readonly string[]): readonly Given[] {
  const lists = probesOf(recording, operations).filter(isOwnSuccess);
  return lists.flatMap((page) => {
    const around = leavesOf(page).filter(({ path }) => path.length === 1);
    if (around.some(({ value }) => typeof value === 'string' && dateTime.test(value))) return [];
    return around
      .filter(({ path, value }) => isPlainly(`${path[0]}`, 'next_cursor') && isSmall(value))
      .map(({ path, value }): Given => ({ pages: [page], path, cursor: value }));
  });
}

function isSmall(value: unknown): boolean {
  return typeof value === 'number' && value < 1e8;
}
