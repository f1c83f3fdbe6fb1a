import { isDeepStrictEqual } from 'node:util';
import { finding } from '../../findings/finding.ts';
import { isAfter, isDone, isDue, isShownIn, recordIn, wholeLists } from '../../notifier-results.ts';
import {
  type NotifierKind,
  type NotifierRun,
  notifierKindsOf,
  ownRunsOf,
  pushes,
  runsByKind,
} from '../../notifier-runs.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const removedIsGone: Check = {
  id: 'notifier.removed-is-gone',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording, rule) =>
    judgeEach(
      runsByKind(recording, notifierKindsOf(rule)).flatMap(({ runs, kind }) =>
        removalsOf(runs, kind, recording),
      ),
      ({ kind, id, removal, before, after }) => {
        const was = recordIn(before, id);
        // One that is shown as removed, however that looks, differs from what it was, and is not active.
        const is = recordIn(after, id);
        if (was === undefined || is === undefined) return undefined;
        if (kind !== pushes && !isDeepStrictEqual(is, was)) return undefined;
        const record = { family: kind.family, id };
        return finding([removal.exchange, after.exchange], {
          expected: { kind: 'absent', record, because: { kind: 'removed', record } },
          observed: { kind: 'listed', times: 1, length: 1 },
        });
      },
    ),
};

interface Removal {
  readonly kind: NotifierKind;
  readonly id: string;
  readonly removal: NotifierRun;
  readonly before: NotifierRun;
  readonly after: NotifierRun;
}

function removalsOf(
  runs: readonly NotifierRun[],
  kind: NotifierKind,
  recording: Recording,
): readonly Removal[] {
  const lists = wholeLists(runs, kind);
  return ownRunsOf(runs, kind.remove).flatMap((removal): Removal[] => {
    const id = removal.input[kind.iden];
    const before = lists.findLast((one) => isAfter(removal, one) && isShownIn(one, id));
    if (typeof id !== 'string' || before === undefined || !isDone(removal, runs)) return [];
    const later = listsAfter(runs, kind, removal);
    // What was changed since a moment is asked for in another way.
    return [...Map.groupBy(later, ({ input }) => 'modified_after' in input).values()].flatMap((some) => {
      const due = some.findIndex((one) => isDue(one, removal, recording));
      // What comes after may be gone for another reason.
      const telling = due === -1 ? some : some.slice(0, due + 1);
      const after = telling.find((one) => !isShownIn(one, id)) ?? some[due];
      return after === undefined ? [] : [{ kind, id, removal, before, after }];
    });
  });
}

/** A list of pushes may show what was removed, but not among the active ones. */
function listsAfter(
  runs: readonly NotifierRun[],
  kind: NotifierKind,
  removal: NotifierRun,
): readonly NotifierRun[] {
  const active = ownRunsOf(runs, kind.list).filter(
    ({ exchange, input }) => input.active === true && exchange.response?.status === 200,
  );
  const lists = kind === pushes ? active : wholeLists(runs, kind);
  return lists.filter((one) => isAfter(one, removal));
}
