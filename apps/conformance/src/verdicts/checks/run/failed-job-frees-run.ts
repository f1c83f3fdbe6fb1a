import { judgeAfterJob } from '../../after-job.ts';
import type { Check } from '../../verdict.ts';

export const failedJobFreesRun: Check = {
  id: 'run.failed-job-frees-run',
  whenUnseen: 'no PUT followed a failing job that was seen to run and to end',
  awaitsJobEnd: true,
  judge: (recording) => judgeAfterJob(recording, 'failing-background'),
};
