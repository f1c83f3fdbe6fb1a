import type { Mutant } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'workers.requires-api-key',
  breaks: 'a request without a key is served as if it had one',
  wrap:
    ({ fetch, apiKey }) =>
    (request) => {
      if (request.headers.has('authorization')) return fetch(request);
      const headers = new Headers(request.headers);
      headers.set('authorization', `Bearer ${apiKey}`);
      return fetch(new Request(request, { headers }));
    },
};
