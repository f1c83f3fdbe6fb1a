import { type Mutant, runIdHeader, withHeaders } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'run.put-returns-run-id',
  breaks: 'PUT answers without the run id',
  wrap:
    ({ fetch }) =>
    async (request) => {
      const response = await fetch(request);
      return request.method === 'PUT' ? withHeaders(response, { [runIdHeader]: undefined }) : response;
    },
};
