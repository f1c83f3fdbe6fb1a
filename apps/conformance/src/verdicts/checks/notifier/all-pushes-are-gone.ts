import { asynchronousMs } from '../../../cases/sequences/sequence.ts';
import { finding } from '../../findings/finding.ts';
import { isAfter, isDone, isDue, isShownIn, shownBy } from '../../notifier-results.ts';
import { deleteAllPushes, notifierRuns, ownRunsOf, pushes } from '../../notifier-runs.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const allPushesAreGone: Check = {
  id: 'notifier.all-pushes-are-gone',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording) => {
    // "Asynchronously", whatever the deployment's owner says of what is written elsewhere.
    const waited = { consistencyWindowMs: Math.max(recording.consistencyWindowMs, asynchronousMs) };
    return judgeEach(
      notifierRuns(recording).flatMap((runs) => {
        const [removal] = ownRunsOf(runs, deleteAllPushes);
        const lists = ownRunsOf(runs, pushes.list);
        const texts = shownBy(lists, runs, pushes).map(({ input }) => input.body);
        if (removal === undefined || texts.length === 0 || !isDone(removal, runs)) return [];
        const after = lists.findLast((one) => one.input.active === true && isAfter(one, removal));
        const isGone = after !== undefined && !texts.some((text) => isShownIn(after, text));
        return after !== undefined && (isGone || isDue(after, removal, waited))
          ? [{ removal, after, texts }]
          : [];
      }),
      ({ removal, after, texts }) => {
        const id = texts.find((text) => typeof text === 'string' && isShownIn(after, text));
        if (typeof id !== 'string') return undefined;
        const record = { family: 'push', id };
        return finding([removal.exchange, after.exchange], {
          expected: { kind: 'absent', record, because: { kind: 'removed', record } },
          observed: { kind: 'listed', times: 1, length: texts.length },
        });
      },
    );
  },
};
