import { judgeAfterJob } from '../../after-job.ts';
import type { Check } from '../../verdict.ts';

export const putAfterJobResumes: Check = {
  id: 'run.put-after-job-resumes',
  drivenBy: 'scenarios',
  evidence: ['job-asked', 'job-shown', 'put-answered'],
  needs: ['backgroundMessage'],
  awaitsJobEnd: true,
  judge: (recording) => judgeAfterJob(recording, 'background'),
};
