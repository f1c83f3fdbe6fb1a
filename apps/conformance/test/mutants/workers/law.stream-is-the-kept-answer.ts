import { callOf, type Mutant, withMessages } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'law.stream-is-the-kept-answer',
  breaks: "the history lacks the last fifth of the worker's answers",
  alsoBreaks: ['law.ndjson-holds-the-kept-answer'],
  wrap:
    ({ fetch }) =>
    async (request) => {
      const { method } = await callOf(request);
      const response = await fetch(request);
      if (method !== 'GET') return response;
      return withMessages(response, (all) =>
        all.map(({ role, content, ...others }) => ({
          role,
          content: role === 'user' ? content : content.slice(0, Math.ceil(content.length * 0.8)),
          ...others,
        })),
      );
    },
};
