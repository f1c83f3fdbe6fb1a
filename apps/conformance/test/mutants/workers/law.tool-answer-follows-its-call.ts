import { callOf, type Mutant, withText } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'law.tool-answer-follows-its-call',
  breaks: 'NDJSON streams tell what a tool answered before they tell that it was called',
  wrap:
    ({ fetch, toolCall }) =>
    async (request) => {
      const { transport } = await callOf(request);
      const response = await fetch(request);
      if (transport !== 'ndjson' || !response.ok) return response;
      return withText(response, (text) => {
        const lines = text.split('\n');
        const answers = lines.filter((line) => line.includes(toolCall.output));
        return [...answers, ...lines.filter((line) => !answers.includes(line))].join('\n');
      });
    },
};
