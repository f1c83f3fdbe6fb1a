import type { Mutant } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'law.run-operation-works-at-all',
  breaks: 'fails at each reading of a run',
  wrap:
    ({ fetch }) =>
    async (request) =>
      request.method === 'GET' ? new Response('Internal error.', { status: 500 }) : fetch(request),
};
