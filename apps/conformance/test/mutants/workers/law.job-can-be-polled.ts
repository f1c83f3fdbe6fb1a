import { withLongJobs } from '../long-jobs.ts';
import { callOf, jobHeader, type Mutant, refuse } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'law.job-can-be-polled',
  breaks: 'a GET while a job runs is an internal error',
  wrap: (original) => {
    const fetch = withLongJobs(original, { putEnds: false });
    return async (request) => {
      const { method } = await callOf(request);
      const response = await fetch(request);
      return method === 'GET' && response.headers.has(jobHeader) ? refuse(500) : response;
    };
  },
};
