import { finding } from '../../findings/finding.ts';
import { isAfter, isDone, isDue, isShownIn, shownBy, wholeLists } from '../../notifier-results.ts';
import { type NotifierKind, type NotifierRun, ownRunsOf, runsByKind } from '../../notifier-runs.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const changeIsShown: Check = {
  id: 'notifier.change-is-shown',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording) =>
    judgeEach(
      runsByKind(recording).flatMap(({ runs, kind }) => changesOf(runs, kind, recording)),
      ({ kind, change, after, text }) => {
        if (isShownIn(after, text)) return undefined;
        const record = { family: kind.family, id: text };
        return finding([change.exchange, after.exchange], {
          expected: { kind: 'listed', record, times: 1, because: { kind: 'written' } },
          observed: { kind: 'different' },
        });
      },
    ),
};

interface Change {
  readonly kind: NotifierKind;
  readonly change: NotifierRun;
  readonly after: NotifierRun;
  /** What lists have to show now. */
  readonly text: string;
}

/** Only where a list before shows the texts that are changed. */
function changesOf(
  runs: readonly NotifierRun[],
  kind: NotifierKind,
  recording: Recording,
): readonly Change[] {
  const lists = wholeLists(runs, kind);
  return ownRunsOf(runs, kind.change).flatMap((change) => {
    const { iden, [kind.shown]: text } = change.input;
    const before = lists.find((one) => isAfter(change, one) && isShownIn(one, iden));
    const later = lists.filter((one) => isAfter(one, change));
    const after =
      later.find((one) => isShownIn(one, text)) ?? later.find((one) => isDue(one, change, recording));
    if (typeof text !== 'string' || before === undefined || after === undefined) return [];
    const isVisible = shownBy([before], runs, kind).length > 0;
    return isVisible && isDone(change, runs) ? [{ kind, change, after, text }] : [];
  });
}
