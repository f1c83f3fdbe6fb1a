import { callOf, jobHeader, type Mutant, withMessages } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'run.history-keeps-responses',
  check: 'run.shown-messages-stay',
  breaks: 'a run whose job has ended forgets what was said before',
  alsoBreaks: ['run.put-appends-message', 'run.transports-share-runs'],
  wrap: ({ fetch }) => {
    const busy = new Set<string>();
    return async (request) => {
      const { method, runId = '' } = await callOf(request);
      const response = await fetch(request);
      if (method !== 'GET' || !response.ok) return response;
      if (response.headers.has(jobHeader)) busy.add(runId);
      return busy.has(runId) && !response.headers.has(jobHeader)
        ? withMessages(response, () => [])
        : response;
    };
  },
};
