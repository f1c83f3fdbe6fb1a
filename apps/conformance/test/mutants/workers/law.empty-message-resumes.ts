import { callOf, type Mutant, refuse } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'law.empty-message-resumes',
  breaks: 'a PUT without a word is refused as invalid',
  wrap: ({ fetch }) => {
    return async (request) => {
      const { method, message } = await callOf(request);
      return method === 'PUT' && message === '' ? refuse(422) : fetch(request);
    };
  },
};
