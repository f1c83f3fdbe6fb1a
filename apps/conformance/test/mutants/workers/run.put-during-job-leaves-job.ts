import { withLongJobs } from '../long-jobs.ts';
import type { Mutant } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'run.put-during-job-leaves-job',
  breaks: 'a refused PUT ends the job',
  wrap: (original) => withLongJobs(original, { putEnds: true }),
};
