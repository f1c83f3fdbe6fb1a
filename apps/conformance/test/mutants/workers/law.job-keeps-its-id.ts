import type { Mutant } from '../mutant.ts';

const name = 'x-service-job-id';

export const mutant: Mutant = {
  rule: 'law.job-keeps-its-id',
  breaks: 'a job has another name at each look',
  wrap:
    ({ fetch }) =>
    async (request) => {
      const response = await fetch(request);
      if (!response.headers.has(name)) return response;
      const headers = new Headers(response.headers);
      headers.set(name, crypto.randomUUID());
      return new Response(response.body, { status: response.status, headers });
    },
};
