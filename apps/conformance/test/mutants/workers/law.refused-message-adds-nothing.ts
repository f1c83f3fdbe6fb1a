import { callOf, type Mutant } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'law.refused-message-adds-nothing',
  breaks: 'a message that is refused for its type stands in the history all the same',
  wrap: ({ fetch }) => {
    const refused = new Map<string, number>();
    return async (request) => {
      const { method, runId = '' } = await callOf(request);
      const response = await fetch(request);
      if (method === 'PUT' && response.status === 422) refused.set(runId, (refused.get(runId) ?? 0) + 1);
      const count = method === 'GET' && response.ok ? (refused.get(runId) ?? 0) : 0;
      if (count === 0) return response;
      const added = Array.from({ length: count }, () => ({ role: 'user', content: '' }));
      const messages: unknown = await response.json();
      return Response.json([messages, added].flat(), { headers: response.headers });
    };
  },
};
