import { callOf, type Mutant, withText } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'ndjson.lines-are-json',
  breaks: 'NDJSON comes as server-sent events',
  wrap:
    ({ fetch }) =>
    async (request) => {
      const { transport } = await callOf(request);
      const response = await fetch(request);
      if (transport !== 'ndjson' || !response.ok) return response;
      return withText(response, (text) => text.replaceAll(/^(?=.)/gm, 'data: '));
    },
};
