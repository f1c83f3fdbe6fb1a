import { callOf, type Mutant, withText } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'text.only-user-facing-output',
  breaks: "the tool's response is streamed as text",
  alsoBreaks: ['law.stream-is-the-kept-answer'],
  wrap:
    ({ fetch, toolCall }) =>
    async (request) => {
      const { transport, message } = await callOf(request);
      const response = await fetch(request);
      if (transport !== 'text' || message !== toolCall.message || !response.ok) return response;
      return withText(response, (text) => `[${toolCall.name} -> ${toolCall.output}]\n${text}`);
    },
};
