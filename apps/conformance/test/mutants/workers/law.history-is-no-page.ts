import type { Mutant } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'law.history-is-no-page',
  breaks: 'a history is called HTML',
  wrap:
    ({ fetch }) =>
    async (request) => {
      const response = await fetch(request);
      if (request.method !== 'GET' || !response.ok) return response;
      const headers = new Headers(response.headers);
      headers.set('content-type', 'text/html; charset=utf-8');
      return new Response(response.body, { status: response.status, headers });
    },
};
