import { jobHistories, observedAs } from '../../job-observations.ts';
import { type Check, finding, type Judgement, type Recording } from '../../verdict.ts';

export const getIdleHasNoJobId: Check = {
  id: 'run.get-idle-has-no-job-id',
  whenUnseen: 'no run was read while idle',
  judge,
};

function judge(recording: Recording): Judgement {
  const jobs = jobHistories(recording);
  const idle = jobs.filter(({ blame }) => blame === 'none').flatMap((job) => observedAs(job, 'no-job-shown'));
  const findings = jobs
    .filter(({ blame }) => blame === 'job-shown')
    .flatMap((job) =>
      observedAs(job, 'job-shown')
        .slice(0, 1)
        .map((read) => ({ job, read })),
    )
    .map(({ job, read }) =>
      finding([job.history.start, read], {
        expected: 'no x-service-job-id, since no background job can be running',
        observed: 'header x-service-job-id in the answer',
      }),
    );
  return { subjects: idle.length + findings.length, findings };
}
