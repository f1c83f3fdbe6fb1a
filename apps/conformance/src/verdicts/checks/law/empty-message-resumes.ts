import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { putsAfterJob } from '../../after-job.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { jobHistories } from '../../job-observations.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const emptyMessageResumes: Check = {
  id: 'law.empty-message-resumes',
  drivenBy: 'scenarios',
  evidence: ['job-asked', 'job-shown', 'put-answered'],
  needs: ['backgroundMessage'],
  awaitsJobEnd: true,
  judge: (recording, { operations }) =>
    judgeEach(
      jobHistories(recording)
        .flatMap((job) => triesIn(putsAfterJob(job)))
        .filter(({ empty }) => operations.includes(empty.operation)),
      ({ empty, other }) =>
        succeeded(empty)
          ? undefined
          : finding([empty, other], {
              expected: { kind: 'status', oneOf: ['success'], because: { kind: 'job-ended' } },
              observed: statusOf(empty),
            }),
    ),
};

/** An empty message that was taken or found to be invalid, and one with words that the same run then took in the same form. */
interface Tried {
  readonly empty: Exchange;
  readonly other: Exchange;
}

const asInvalid: readonly (number | undefined)[] = [400, 422];

function triesIn(puts: readonly Exchange[]): readonly Tried[] {
  return puts
    .filter((put) => put.sent?.kind === 'empty')
    .filter((put) => succeeded(put) || asInvalid.includes(put.response?.status))
    .flatMap((empty) => {
      const other = puts.find(
        (put) => put.id > empty.id && put.operation === empty.operation && succeeded(put),
      );
      return other === undefined ? [] : [{ empty, other }];
    });
}
