import { callOf, type Mutant, refuse, runIdHeader } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'run.put-after-job-resumes',
  breaks: 'a run is stuck with 409 once its job has ended',
  // On a slow machine a job ends before anyone reads it: its run then looks like one whose job is never shown.
  alsoBreaks: ['run.get-during-job-has-job-id'],
  wrap: ({ fetch, backgroundMessage }) => {
    const stuck = new Set<string>();
    return async (request) => {
      const { method, runId = '', message } = await callOf(request);
      if (method === 'PUT' && stuck.has(runId)) return refuse(409);
      const response = await fetch(request);
      if (message === backgroundMessage) stuck.add(runId || (response.headers.get(runIdHeader) ?? ''));
      return response;
    };
  },
};
