import { finding } from '../../findings/finding.ts';
import { timesIn } from '../../notifier-results.ts';
import { type NotifierRun, notifierRuns, ownRunsOf } from '../../notifier-runs.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const defaultShowsAsMany: Check = {
  id: 'notifier.default-shows-as-many',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording) =>
    judgeEach(notifierRuns(recording).flatMap(pairsOf), ({ most, byDefault, text }) => {
      const count = timesIn(byDefault, text);
      if (count >= timesIn(most, text)) return undefined;
      return finding([most.exchange, byDefault.exchange], {
        expected: { kind: 'same-as', other: { by: 'parameter', name: 'limit', value: '500' } },
        observed: { kind: 'count', count, before: timesIn(most, text) },
      });
    }),
};

interface Pair {
  readonly most: NotifierRun;
  readonly byDefault: NotifierRun;
  readonly text: string;
}

/** The text that most pushes have, where the largest page shows it, with the next page by default. */
function pairsOf(runs: readonly NotifierRun[]): readonly Pair[] {
  const texts = ownRunsOf(runs, 'NOTIFIER_CREATE_PUSH').flatMap(({ input: { body } }) =>
    typeof body === 'string' ? [body] : [],
  );
  const [text] =
    [...Map.groupBy(texts, (one) => one)].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const lists = ownRunsOf(runs, 'NOTIFIER_LIST_PUSHES');
  const most = text === undefined ? undefined : lists.findLast((one) => one.input.limit === 500);
  if (most === undefined || text === undefined || timesIn(most, text) === 0) return [];
  const byDefault = lists.find(
    ({ exchange, input }) => Object.keys(input).length === 0 && exchange.sentAt > most.exchange.sentAt,
  );
  return byDefault?.exchange.response?.status === 200 ? [{ most, byDefault, text }] : [];
}
