import { callOf, type Mutant, withText } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'ndjson.carries-tool-calls',
  breaks: "the NDJSON stream leaves out the tool's response",
  wrap:
    ({ fetch, toolCall }) =>
    async (request) => {
      const { transport } = await callOf(request);
      const response = await fetch(request);
      if (transport !== 'ndjson' || !response.ok) return response;
      return withText(response, (text) =>
        text
          .split('\n')
          .filter((line) => !line.includes(toolCall.output))
          .join('\n'),
      );
    },
};
