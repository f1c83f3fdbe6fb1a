import { succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { isDone } from '../../notifier-results.ts';
import { type NotifierRun, notifierRuns, ownRunsOf } from '../../notifier-runs.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const takesWhatIsDocumented: Check = {
  id: 'notifier.takes-what-is-documented',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording, { tools = [] }) =>
    judgeEach(
      notifierRuns(recording)
        .filter(isConnected)
        .flatMap((runs) => tools.flatMap(({ name }) => ownRunsOf(runs, name)))
        .filter(({ exchange }) => succeeded(exchange) || isRefusalOfInput(exchange.response?.status)),
      ({ exchange }) =>
        succeeded(exchange)
          ? undefined
          : finding([exchange], {
              expected: { kind: 'status', oneOf: ['success'] },
              observed: statusOf(exchange),
            }),
    ),
};

/** Whether the user's account is connected: some tool did what it was asked. */
function isConnected(runs: readonly NotifierRun[]): boolean {
  return runs.some((one) => one.exchange.identity === 'own' && isDone(one, runs));
}

function isRefusalOfInput(status = 0): boolean {
  return status === 400 || status === 422;
}
