import { type Mutant, withMessages } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'run.get-is-message-array',
  breaks: 'the messages come in an envelope',
  wrap:
    ({ fetch }) =>
    async (request) => {
      const response = await fetch(request);
      return request.method === 'GET' ? withMessages(response, (messages) => ({ messages })) : response;
    },
};
