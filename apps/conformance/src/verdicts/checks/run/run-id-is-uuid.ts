import { header } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { headerOf } from '../../findings/observe.ts';
import { acceptedStarts } from '../../starts.ts';
import { type Check, judgeEach } from '../../verdict.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const runIdIsUuid: Check = {
  id: 'run.run-id-is-uuid',
  area: 'run',
  evidence: ['run-id'],
  needs: [],
  judge: (recording) =>
    judgeEach(
      acceptedStarts(recording).filter((start) => header(start, 'x-service-run-id')),
      (start) => {
        const runId = header(start, 'x-service-run-id') ?? '';
        if (uuid.test(runId)) return undefined;
        return finding([start], {
          expected: { kind: 'header', name: 'x-service-run-id', presence: 'present', format: 'uuid' },
          observed: headerOf(start, 'x-service-run-id'),
        });
      },
    ),
};
