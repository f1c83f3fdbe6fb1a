import { type Mutant, withMessages } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'law.message-is-kept-to-the-letter',
  breaks: 'white space in messages becomes one blank',
  wrap:
    ({ fetch }) =>
    async (request) => {
      const response = await fetch(request);
      if (request.method !== 'GET') return response;
      return withMessages(response, (all) =>
        all.map(({ content, ...others }) => ({ ...others, content: content.replaceAll(/\s+/g, ' ') })),
      );
    },
};
