import { takenAnyway } from '../../findings/taken-anyway.ts';
import { triesOf } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const runIsOfItsWorker: Check = {
  id: 'law.run-is-of-its-worker',
  drivenBy: 'sequences',
  evidence: ['bad-request'],
  needs: [],
  judge: (recording, rule) =>
    judgeEach(triesOf(recording, rule), (one) =>
      takenAnyway(one, { kind: 'unknown-id', parameter: 'agent_id' }),
    ),
};
