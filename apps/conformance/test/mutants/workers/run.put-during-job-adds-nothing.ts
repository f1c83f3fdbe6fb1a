import { callOf, type Mutant, withMessages } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'run.put-during-job-adds-nothing',
  breaks: 'the message of a refused PUT is kept all the same',
  wrap: ({ fetch }) => {
    const kept = new Map<string, string[]>();
    return async (request) => {
      const { method, runId = '', message = '' } = await callOf(request);
      const response = await fetch(request);
      if (response.status === 409) kept.set(runId, [...(kept.get(runId) ?? []), message]);
      if (method !== 'GET') return response;
      const extra = (kept.get(runId) ?? []).map((content) => ({ role: 'user', content }));
      return withMessages(response, (all) => [...all, ...extra]);
    };
  },
};
