import { callOf, type Mutant, withText } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'law.continued-runs-signal-alike',
  breaks: 'NDJSON streams of a run that goes on tell what a tool answered, and not that it was called',
  alsoBreaks: ['ndjson.carries-tool-calls'],
  wrap:
    ({ fetch, toolCall }) =>
    async (request) => {
      const { method, transport } = await callOf(request);
      const response = await fetch(request);
      if (method !== 'PUT' || transport !== 'ndjson' || !response.ok) return response;
      return withText(response, (text) =>
        text
          .split('\n')
          .filter((line) => !line.includes(toolCall.name))
          .join('\n'),
      );
    },
};
