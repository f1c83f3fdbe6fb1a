import { isRefused } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { isDone } from '../../notifier-results.ts';
import { type NotifierRun, notifierRuns, ownRunsOf } from '../../notifier-runs.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const optionalMayBeLeftOut: Check = {
  id: 'notifier.optional-may-be-left-out',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording, { tools = [] }) =>
    judgeEach(
      notifierRuns(recording).flatMap((runs) =>
        tools.flatMap(({ name }) => shorterRuns(ownRunsOf(runs, name), runs)),
      ),
      ({ full, short }) =>
        isRefused(short.exchange)
          ? finding([full.exchange, short.exchange], {
              expected: { kind: 'status', oneOf: ['success'] },
              observed: statusOf(short.exchange),
            })
          : undefined,
    ),
};

interface Shorter {
  /** Did what it was asked. */
  readonly full: NotifierRun;
  /** The same tool without some of that; what the documentation demands is there, or it would be a mutation. */
  readonly short: NotifierRun;
}

function shorterRuns(some: readonly NotifierRun[], runs: readonly NotifierRun[]): readonly Shorter[] {
  const done = some.filter((one) => isDone(one, runs));
  return some.flatMap((short) => {
    const full = done.find((one) => Object.keys(one.input).some((name) => !(name in short.input)));
    return full === undefined ? [] : [{ full, short }];
  });
}
