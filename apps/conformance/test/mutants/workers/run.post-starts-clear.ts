import { callOf, type Mutant, runIdHeader, withMessages } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'run.post-starts-clear',
  breaks: 'the context of a new run holds the last message of the run before',
  alsoBreaks: ['run.history-keeps-responses', 'run.get-is-in-conversation-order'],
  wrap: ({ fetch }) => {
    const inherited = new Map<string, string>();
    let last: string | undefined;
    return async (request) => {
      const { method, message, runId } = await callOf(request);
      const response = await fetch(request);
      if (method === 'GET') {
        const content = inherited.get(runId ?? '');
        return withMessages(response, (own) => (content ? [{ role: 'user', content }, ...own] : own));
      }
      const started = response.headers.get(runIdHeader);
      if (method === 'POST' && started && last) inherited.set(started, last);
      if (response.ok) last = message;
      return response;
    };
  },
};
