import { callOf, type Mutant, withText } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'ndjson.carries-output',
  breaks: 'the NDJSON stream of a plain turn is empty',
  wrap:
    ({ fetch, toolCall }) =>
    async (request) => {
      const { transport, message } = await callOf(request);
      const response = await fetch(request);
      const plain = transport === 'ndjson' && response.ok && message !== toolCall.message;
      return plain ? withText(response, () => '') : response;
    },
};
