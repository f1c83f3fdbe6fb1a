import { callOf, type Mutant, runIdHeader, withMessages } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'law.job-speaks-once',
  breaks: 'what is said last after a job was asked for is kept twice',
  wrap: ({ fetch, backgroundMessage }) => {
    const asked = new Set<string>();
    return async (request) => {
      const { method, runId = '', message } = await callOf(request);
      const response = await fetch(request);
      if (method !== 'GET') {
        const id = runId || (response.headers.get(runIdHeader) ?? '');
        if (message === backgroundMessage) asked.add(id);
        else asked.delete(id);
        return response;
      }
      return asked.has(runId) ? withMessages(response, (all) => [...all, ...all.slice(-1)]) : response;
    };
  },
};
