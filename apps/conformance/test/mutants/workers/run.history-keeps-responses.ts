import { type Mutant, withMessages } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'run.history-keeps-responses',
  breaks: "the worker's answers are not kept",
  wrap:
    ({ fetch }) =>
    async (request) => {
      const response = await fetch(request);
      if (request.method !== 'GET') return response;
      return withMessages(response, (all) => all.filter(({ role }) => role === 'user'));
    },
};
