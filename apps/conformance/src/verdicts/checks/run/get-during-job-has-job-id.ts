import { finding } from '../../findings/finding.ts';
import { headerOf } from '../../findings/observe.ts';
import { jobHistories, observedAs } from '../../job-observations.ts';
import type { Check, Judgement, Recording } from '../../verdict.ts';

export const getDuringJobHasJobId: Check = {
  id: 'run.get-during-job-has-job-id',
  drivenBy: 'scenarios',
  evidence: ['job-asked', 'job-shown'],
  needs: ['backgroundMessage'],
  judge,
};

function judge(recording: Recording): Judgement {
  const jobs = jobHistories(recording);
  const shown = jobs
    .filter(({ attribution }) => attribution === 'none')
    .flatMap((job) => observedAs(job, 'job-shown'));
  const findings = jobs
    .filter(({ attribution }) => attribution === 'no-job-shown')
    .flatMap((job) => {
      const refused = observedAs(job, 'refused')[0];
      const read = observedAs(job, 'no-job-shown').find(({ id }) => refused && id > refused.id);
      if (refused === undefined || read === undefined) return [];
      return finding([refused, read], {
        expected: {
          kind: 'header',
          name: 'x-service-job-id',
          presence: 'present',
          because: { kind: 'job-running', run: 'this' },
        },
        observed: headerOf(read, 'x-service-job-id'),
      });
    });
  return { subjects: shown.length + findings.length, findings };
}
