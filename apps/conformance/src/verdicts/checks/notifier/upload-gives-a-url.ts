import { finding } from '../../findings/finding.ts';
import { excerptOf } from '../../findings/observe.ts';
import { isDone, resultLeaves, shownBy } from '../../notifier-results.ts';
import { type NotifierRun, notifierRuns, ownRunsOf, pushes } from '../../notifier-runs.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const uploadGivesAUrl: Check = {
  id: 'notifier.upload-gives-a-url',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording) =>
    judgeEach(
      notifierRuns(recording)
        .filter(isConnected)
        .flatMap((runs) => ownRunsOf(runs, 'NOTIFIER_UPLOAD_REQUEST').filter((one) => isDone(one, runs))),
      ({ exchange }) => {
        const isThere = resultLeaves(exchange).some(
          ({ value }) => typeof value === 'string' && /^(?:\w+:)?\/\S/.test(value),
        );
        if (isThere) return undefined;
        return finding([exchange], {
          expected: { kind: 'field', path: [], type: 'url' },
          observed: { kind: 'body-kind', body: 'text', text: excerptOf(exchange.response?.body.text ?? '') },
        });
      },
    ),
};

/** Whether pushes that were made are listed: without an account to act for, every result tells of that. */
function isConnected(runs: readonly NotifierRun[]): boolean {
  return shownBy(ownRunsOf(runs, pushes.list), runs, pushes).length > 0;
}
