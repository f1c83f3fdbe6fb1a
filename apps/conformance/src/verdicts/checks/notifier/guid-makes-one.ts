import { succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { isAfter, timesIn, wholeLists } from '../../notifier-results.ts';
import { type NotifierRun, notifierRuns, ownRunsOf, pushes } from '../../notifier-runs.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const guidMakesOne: Check = {
  id: 'notifier.guid-makes-one',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording) =>
    judgeEach(notifierRuns(recording).flatMap(repeated), ({ first, again, list, once, times }) => {
      if (times <= once) return undefined;
      return finding([first.exchange, again.exchange, list.exchange], {
        expected: { kind: 'count', of: 'records', atMost: once },
        observed: { kind: 'count', count: times },
      });
    }),
};

interface Repeated {
  readonly first: NotifierRun;
  readonly again: NotifierRun;
  readonly list: NotifierRun;
  /** How often a list shows the text of a push that was made once. */
  readonly once: number;
  /** How often it shows that of the push that was asked for twice. */
  readonly times: number;
}

function repeated(runs: readonly NotifierRun[]): readonly Repeated[] {
  const made = ownRunsOf(runs, 'NOTIFIER_CREATE_PUSH').filter(({ exchange }) => succeeded(exchange));
  const other = made.find(({ input }) => input.guid === undefined);
  const byGuid = Map.groupBy(made, ({ input }) => input.guid);
  return [...byGuid].flatMap(([guid, [first, again]]): Repeated[] => {
    if (guid === undefined || !first || !again || !other) return [];
    const list = wholeLists(runs, pushes).findLast(
      (one) => isAfter(one, again) && isAfter(one, first) && timesIn(one, first.input.body) > 0,
    );
    if (list === undefined) return [];
    const [once, times] = [other, first].map(({ input }) => timesIn(list, input.body));
    return once !== undefined && times !== undefined && once > 0 ? [{ first, again, list, once, times }] : [];
  });
}
