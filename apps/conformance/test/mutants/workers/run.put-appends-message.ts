import { callOf, type Mutant, runIdHeader, withMessages } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'run.put-appends-message',
  breaks: 'the message of a PUT is answered but not kept',
  wrap: ({ fetch }) => {
    const startedAs = new Map<string, string>();
    const lost = new Map<string, string[]>();
    return async (request) => {
      const { method, transport, runId = '', message = '' } = await callOf(request);
      const response = await fetch(request);
      if (method === 'POST') startedAs.set(response.headers.get(runIdHeader) ?? '', transport);
      // Runs that change their form belong to another rule.
      if (method === 'PUT' && startedAs.get(runId) === transport) {
        lost.set(runId, [...(lost.get(runId) ?? []), message]);
      }
      if (method !== 'GET') return response;
      return withMessages(response, (all) =>
        all.filter(({ content }) => !lost.get(runId)?.includes(content)),
      );
    };
  },
};
