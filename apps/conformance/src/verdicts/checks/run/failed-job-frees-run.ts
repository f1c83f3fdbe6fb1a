import { judgeAfterJob } from '../../after-job.ts';
import type { Check } from '../../verdict.ts';

export const failedJobFreesRun: Check = {
  id: 'run.failed-job-frees-run',
  drivenBy: 'scenarios',
  evidence: ['failing-job-asked', 'job-shown', 'put-answered'],
  needs: ['backgroundErrorMessage'],
  awaitsJobEnd: true,
  judge: (recording) => judgeAfterJob(recording, 'failing-background'),
};
