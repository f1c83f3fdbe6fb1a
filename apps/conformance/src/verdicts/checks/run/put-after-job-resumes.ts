import { judgeAfterJob } from '../../after-job.ts';
import type { Check } from '../../verdict.ts';

export const putAfterJobResumes: Check = {
  id: 'run.put-after-job-resumes',
  whenUnseen: 'no PUT followed a job that was seen to run and to end',
  awaitsJobEnd: true,
  judge: (recording) => judgeAfterJob(recording, 'background'),
};
