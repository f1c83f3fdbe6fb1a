import { callOf, type Mutant, refuse, runIdHeader } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'run.put-idle-is-accepted',
  breaks: 'every second PUT to a run that never had a job is answered 409',
  wrap: ({ fetch, backgroundMessage, backgroundErrorMessage }) => {
    const jobRuns = new Set<string>();
    let puts = 0;
    return async (request) => {
      const { method, runId = '', message } = await callOf(request);
      const asksForJob = message === backgroundMessage || message === backgroundErrorMessage;
      if (method === 'PUT' && asksForJob) jobRuns.add(runId);
      if (method === 'PUT' && !jobRuns.has(runId)) {
        puts += 1;
        if (puts % 2 === 0) return refuse(409);
      }
      const response = await fetch(request);
      if (method === 'POST' && asksForJob) jobRuns.add(response.headers.get(runIdHeader) ?? '');
      return response;
    };
  },
};
