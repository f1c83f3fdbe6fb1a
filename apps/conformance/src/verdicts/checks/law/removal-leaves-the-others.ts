import { notListed } from '../../findings/not-listed.ts';
import { isAfter, isShownIn, recordIn, wholeLists } from '../../notifier-results.ts';
import {
  deleteAllPushes,
  type NotifierKind,
  type NotifierRun,
  ownRunsOf,
  pushes,
  runsByKind,
} from '../../notifier-runs.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const removalLeavesTheOthers: Check = {
  id: 'law.removal-leaves-the-others',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording) =>
    judgeEach(
      runsByKind(recording).flatMap(({ runs, kind }) => othersOf(runs, kind)),
      ({ family, other, removal, after }) =>
        isShownIn(after, other)
          ? undefined
          : notListed(removal.exchange, after.exchange, { family, id: other }),
    ),
};

interface Other {
  readonly family: string;
  /** A text of something that the removal does not name. */
  readonly other: string;
  readonly removal: NotifierRun;
  readonly after: NotifierRun;
}

/** What the last list before a removal shows; the first one after it has to show it still. */
function othersOf(runs: readonly NotifierRun[], kind: NotifierKind): readonly Other[] {
  const { family, shown } = kind;
  const lists = wholeLists(runs, kind);
  const texts = ownRunsOf(runs, kind.create).map(({ input }) => input[shown]);
  return removalsFor(runs, kind).flatMap((removal) => {
    const before = lists.findLast((one) => isAfter(removal, one));
    const after = lists.find((one) => isAfter(one, removal));
    if (before === undefined || after === undefined) return [];
    const between = runs.filter((one) => one !== removal && isAfter(one, before) && isAfter(after, one));
    const named = namedBy(removal, before, kind);
    if (named === undefined || between.some((one) => mayChange(one, kind))) return [];
    return texts
      .filter((text) => typeof text === 'string')
      .filter((text) => isShownIn(before, text) && !named.includes(text))
      .map((other) => ({ family, other, removal, after }));
  });
}

/** All pushes are no device, and no chat. */
function removalsFor(runs: readonly NotifierRun[], kind: NotifierKind): readonly NotifierRun[] {
  return [...ownRunsOf(runs, kind.remove), ...(kind === pushes ? [] : ownRunsOf(runs, deleteAllPushes))];
}

/** As text, the record that a removal names; undefined where a list does not tell it from others. */
function namedBy(
  { tool, input }: NotifierRun,
  before: NotifierRun,
  { iden }: NotifierKind,
): string | undefined {
  if (tool === deleteAllPushes) return '';
  const id = input[iden];
  const record = recordIn(before, id);
  return record !== undefined && Object.values(record).includes(id) ? JSON.stringify(record) : undefined;
}

/** Also what should have been refused, but for the removal of nothing. */
function mayChange({ tool, exchange: { intent } }: NotifierRun, kind: NotifierKind): boolean {
  if (tool === kind.remove) return intent?.kind !== 'tool-run-of-nothing';
  return [kind.create, kind.change, deleteAllPushes].includes(tool);
}
