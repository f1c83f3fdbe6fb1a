import { mutatedBy } from '../../findings/mutated-by.ts';
import { takenAnyway } from '../../findings/taken-anyway.ts';
import { triesOf } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const signatureCoversTheEvent: Check = {
  id: 'law.signature-covers-the-event',
  drivenBy: 'sequences',
  evidence: ['condition-tried'],
  needs: [],
  judge: (recording, rule) =>
    judgeEach(triesOf(recording, rule), (event) => takenAnyway(event, mutatedBy(event))),
};
