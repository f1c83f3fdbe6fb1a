import { header } from '../../../exchanges/exchange.ts';
import { acceptedStarts } from '../../starts.ts';
import { type Check, finding, type Judgement, judgeEach, type Recording } from '../../verdict.ts';

export const postRunIdIsNew: Check = {
  id: 'run.post-run-id-is-new',
  whenUnseen: 'fewer than two POSTs gave a run id',
  judge,
};

function judge(recording: Recording): Judgement {
  const starts = acceptedStarts(recording).filter((start) => header(start, 'x-service-run-id'));
  return judgeEach(starts.slice(1), (start) => {
    const runId = header(start, 'x-service-run-id');
    const earlier = starts.find(
      (other) => other.id < start.id && header(other, 'x-service-run-id') === runId,
    );
    return (
      earlier &&
      finding([earlier, start], {
        expected: 'a run id that no POST returned before',
        observed: `run id ${runId} returned by two POSTs`,
      })
    );
  });
}
