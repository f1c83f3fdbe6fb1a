import { slowMessage } from '../../kill-matrix/plain-deployment.ts';
import { callOf, type Mutant } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'law.message-is-no-internal-error',
  breaks: 'a PUT whose answer takes its time is given up with an internal error',
  wrap:
    ({ fetch }) =>
    async (request) => {
      const { method, message } = await callOf(request);
      const isSlow = method === 'PUT' && message === slowMessage;
      return isSlow ? new Response('Timeout.', { status: 500 }) : fetch(request);
    },
};
