import { type Mutant, withMessages } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'run.get-messages-have-role-and-content',
  breaks: 'the last message has its content in another field',
  wrap:
    ({ fetch }) =>
    async (request) => {
      const response = await fetch(request);
      if (request.method !== 'GET') return response;
      return withMessages(response, (all) =>
        all.map(({ role, content }, index) =>
          index === all.length - 1 ? { role, text: content } : { role, content },
        ),
      );
    },
};
