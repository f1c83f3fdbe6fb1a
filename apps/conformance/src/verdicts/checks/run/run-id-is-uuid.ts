import { header } from '../../../exchanges/exchange.ts';
import { acceptedStarts } from '../../starts.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const runIdIsUuid: Check = {
  id: 'run.run-id-is-uuid',
  whenUnseen: 'no POST gave a run id',
  judge: (recording) =>
    judgeEach(
      acceptedStarts(recording).filter((start) => header(start, 'x-service-run-id')),
      (start) => {
        const runId = header(start, 'x-service-run-id') ?? '';
        if (uuid.test(runId)) return undefined;
        return finding([start], {
          expected: 'a run id that is a uuid',
          observed: `X-Service-Run-ID: ${runId}`,
        });
      },
    ),
};
