import { slowMessage } from '../../kill-matrix/plain-deployment.ts';
import { callOf, type Mutant, withText } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'text.is-streamed',
  breaks: 'answers are held back until they are whole',
  wrap:
    ({ fetch }) =>
    async (request) => {
      const { transport, message } = await callOf(request);
      const response = await fetch(request);
      return transport === 'text' && message === slowMessage ? withText(response, (text) => text) : response;
    },
};
