import { callOf, hasJob, type Mutant, refuse, runIdHeader } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'run.post-during-job-is-allowed',
  breaks: 'a worker with a running job takes no new interaction',
  wrap: (original) => {
    const jobRuns = new Set<string>();
    return async (request) => {
      const { method, runId, message } = await callOf(request);
      const asksForJob = message === original.backgroundMessage;
      if (method === 'POST' && !asksForJob) {
        const running = await Promise.all([...jobRuns].map((one) => hasJob(original, request, one)));
        if (running.includes(true)) return refuse(409);
      }
      const response = await original.fetch(request);
      if (asksForJob) jobRuns.add(runId ?? response.headers.get(runIdHeader) ?? '');
      return response;
    };
  },
};
