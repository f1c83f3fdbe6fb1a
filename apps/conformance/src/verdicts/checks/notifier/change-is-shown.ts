import { finding } from '../../findings/finding.ts';
import { isAfter, isDone, isDue, isShownIn, wholeLists } from '../../notifier-results.ts';
import { notifierKinds, notifierRuns, ownRunsOf } from '../../notifier-runs.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const changeIsShown: Check = {
  id: 'notifier.change-is-shown',
  area: 'list',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording) =>
    judgeEach(
      notifierRuns(recording).flatMap((runs) =>
        notifierKinds.flatMap((kind) => {
          const lists = wholeLists(runs, kind);
          return ownRunsOf(runs, kind.change).flatMap((change) => {
            const { iden, [kind.shown]: text } = change.input;
            const before = lists.find((one) => isAfter(change, one) && isShownIn(one, iden));
            const later = lists.filter((one) => isAfter(one, change));
            const after =
              later.find((one) => isShownIn(one, text)) ?? later.find((one) => isDue(one, change, recording));
            if (typeof text !== 'string' || before === undefined || after === undefined) return [];
            // Only where the list shows the texts that it is changed to.
            const made = ownRunsOf(runs, kind.create);
            const isVisible = made.some(({ input }) => isShownIn(before, input[kind.shown]));
            return isVisible && isDone(change, runs) ? [{ kind, change, after, text }] : [];
          });
        }),
      ),
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
