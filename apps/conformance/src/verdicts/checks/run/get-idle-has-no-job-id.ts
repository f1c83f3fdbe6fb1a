import { finding } from '../../findings/finding.ts';
import { headerOf } from '../../findings/observe.ts';
import { jobHistories, observedAs } from '../../job-observations.ts';
import type { Check, Judgement, Recording } from '../../verdict.ts';

export const getIdleHasNoJobId: Check = {
  id: 'run.get-idle-has-no-job-id',
  drivenBy: 'scenarios',
  evidence: ['run-read'],
  needs: [],
  judge,
};

function judge(recording: Recording): Judgement {
  const jobs = jobHistories(recording);
  const idle = jobs
    .filter(({ attribution }) => attribution === 'none')
    .flatMap((job) => observedAs(job, 'no-job-shown'));
  const findings = jobs
    .filter(({ attribution }) => attribution === 'job-shown')
    .flatMap((job) =>
      observedAs(job, 'job-shown')
        .slice(0, 1)
        .map((read) => ({ job, read })),
    )
    .map(({ job, read }) =>
      finding([job.history.start, read], {
        expected: {
          kind: 'header',
          name: 'x-service-job-id',
          presence: 'absent',
          because: { kind: 'job-none' },
        },
        observed: headerOf(read, 'x-service-job-id'),
      }),
    );
  return { subjects: idle.length + findings.length, findings };
}
