import { type Mutant, runIdHeader, withHeaders } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'run.post-returns-run-id',
  breaks: 'POST answers without the run id',
  wrap:
    ({ fetch }) =>
    async (request) => {
      const response = await fetch(request);
      return request.method === 'POST' ? withHeaders(response, { [runIdHeader]: undefined }) : response;
    },
};
