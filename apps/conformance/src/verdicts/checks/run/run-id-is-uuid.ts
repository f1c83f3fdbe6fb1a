import { header } from '../../../exchanges/exchange.ts';
import { isUuid } from '../../../json/uuid.ts';
import { finding } from '../../findings/finding.ts';
import { headerOf } from '../../findings/observe.ts';
import { acceptedStarts } from '../../starts.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const runIdIsUuid: Check = {
  id: 'run.run-id-is-uuid',
  drivenBy: 'scenarios',
  evidence: ['run-id'],
  needs: [],
  judge: (recording) =>
    judgeEach(
      acceptedStarts(recording).filter((start) => header(start, 'x-service-run-id')),
      (start) => {
        const runId = header(start, 'x-service-run-id') ?? '';
        if (isUuid(runId)) return undefined;
        return finding([start], {
          expected: { kind: 'header', name: 'x-service-run-id', presence: 'present', format: 'uuid' },
          observed: headerOf(start, 'x-service-run-id'),
        });
      },
    ),
};
