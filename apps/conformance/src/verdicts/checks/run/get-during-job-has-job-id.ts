import { jobHistories, observedAs } from '../../job-observations.ts';
import { type Check, finding, type Judgement, type Recording } from '../../verdict.ts';

export const getDuringJobHasJobId: Check = {
  id: 'run.get-during-job-has-job-id',
  whenUnseen: 'no GET met a running job',
  judge,
};

function judge(recording: Recording): Judgement {
  const jobs = jobHistories(recording);
  const shown = jobs.filter(({ blame }) => blame === 'none').flatMap((job) => observedAs(job, 'job-shown'));
  const findings = jobs
    .filter(({ blame }) => blame === 'no-job-shown')
    .flatMap((job) => {
      const refused = observedAs(job, 'refused')[0];
      const read = observedAs(job, 'no-job-shown').find(({ id }) => refused && id > refused.id);
      if (refused === undefined || read === undefined) return [];
      return finding([refused, read], {
        expected: 'header x-service-job-id, since a background job was running (PUTs were answered 409)',
        observed: 'no x-service-job-id in the answer',
      });
    });
  return { subjects: shown.length + findings.length, findings };
}
