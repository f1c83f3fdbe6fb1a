import { callOf, jobHeader, type Mutant, runIdHeader, withHeaders } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'run.get-idle-has-no-job-id',
  breaks: 'GET shows a job on runs that never had one',
  wrap: ({ fetch, backgroundMessage, backgroundErrorMessage }) => {
    const jobRuns = new Set<string>();
    return async (request) => {
      const { method, runId, message } = await callOf(request);
      const response = await fetch(request);
      const asksForJob = message === backgroundMessage || message === backgroundErrorMessage;
      if (asksForJob) jobRuns.add(runId ?? response.headers.get(runIdHeader) ?? '');
      if (method !== 'GET' || jobRuns.has(runId ?? '')) return response;
      return withHeaders(response, { [jobHeader]: 'left-over' });
    };
  },
};
