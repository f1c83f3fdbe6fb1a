import { succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { excerptOf } from '../../findings/observe.ts';
import { isDone, resultLeaves } from '../../notifier-results.ts';
import { notifierRuns, ownRunsOf } from '../../notifier-runs.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const uploadGivesAUrl: Check = {
  id: 'notifier.upload-gives-a-url',
  area: 'list',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording) =>
    judgeEach(
      notifierRuns(recording).flatMap((runs) =>
        ownRunsOf(runs, 'NOTIFIER_UPLOAD_REQUEST').filter(
          (one) => succeeded(one.exchange) && isDone(one, runs),
        ),
      ),
      ({ exchange }) => {
        const isThere = resultLeaves(exchange).some(
          ({ value }) => typeof value === 'string' && /^(?:\w+:)?\/\S/.test(value),
        );
        if (isThere) return undefined;
        return finding([exchange], {
          expected: { kind: 'field', path: [], type: 'a URL' },
          observed: { kind: 'body-kind', body: 'text', text: excerptOf(exchange.response?.body.text ?? '') },
        });
      },
    ),
};
