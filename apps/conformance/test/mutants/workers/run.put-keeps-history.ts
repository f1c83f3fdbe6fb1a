import { type Mutant, withMessages } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'run.put-keeps-history',
  breaks: 'only the last two turns of a run are kept',
  alsoBreaks: ['run.history-keeps-responses', 'run.put-appends-message', 'run.transports-share-runs'],
  wrap:
    ({ fetch }) =>
    async (request) => {
      const response = await fetch(request);
      return request.method === 'GET' ? withMessages(response, (all) => all.slice(-4)) : response;
    },
};
