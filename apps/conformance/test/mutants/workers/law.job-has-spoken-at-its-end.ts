import { callOf, jobHeader, type Mutant, withMessages } from '../mutant.ts';

/** How often a run without a job is read before all is there. */
const late = 2;

export const mutant: Mutant = {
  rule: 'law.job-has-spoken-at-its-end',
  breaks: 'what a job has said last is in the history only some time after its end',
  wrap: ({ fetch }) => {
    /** By run: how often it was read since its job is over. */
    const reads = new Map<string, number>();
    return async (request) => {
      const { method, runId = '' } = await callOf(request);
      const response = await fetch(request);
      if (method !== 'GET') {
        if (response.ok) reads.delete(runId);
        return response;
      }
      if (response.headers.has(jobHeader)) reads.set(runId, 0);
      const before = reads.get(runId);
      if (before === undefined || response.headers.has(jobHeader)) return response;
      reads.set(runId, before + 1);
      return before < late ? withMessages(response, (all) => all.slice(0, -1)) : response;
    };
  },
};
