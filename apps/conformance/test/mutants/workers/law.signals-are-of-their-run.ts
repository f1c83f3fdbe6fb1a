import { callOf, type Mutant, withText } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'law.signals-are-of-their-run',
  breaks: 'NDJSON streams tell what a tool answers in whatever run is under way',
  wrap: ({ fetch, toolCall }) => {
    let calling = 0;
    return async (request) => {
      const { transport, message } = await callOf(request);
      const calls = message === toolCall.message;
      calling += calls ? 1 : 0;
      const response = await fetch(request);
      const isBeside = calling > 0 && !calls && transport === 'ndjson' && request.method === 'POST';
      const told = isBeside
        ? await withText(
            response,
            (text) => `${text.trimEnd()}\n${JSON.stringify({ tool: toolCall.output })}\n`,
          )
        : response;
      calling -= calls ? 1 : 0;
      return told;
    };
  },
};
