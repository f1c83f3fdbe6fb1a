import { callOf, type Mutant, refuse, runIdHeader } from './mutant.ts';

export const mutant: Mutant = {
  rule: 'run.failed-job-frees-run',
  breaks: 'a run is stuck with 409 once its job has failed',
  wrap: ({ fetch, backgroundErrorMessage }) => {
    const stuck = new Set<string>();
    return async (request) => {
      const { method, runId = '', message } = await callOf(request);
      if (method === 'PUT' && stuck.has(runId)) return refuse(409);
      const response = await fetch(request);
      if (message === backgroundErrorMessage) stuck.add(runId || (response.headers.get(runIdHeader) ?? ''));
      return response;
    };
  },
};
