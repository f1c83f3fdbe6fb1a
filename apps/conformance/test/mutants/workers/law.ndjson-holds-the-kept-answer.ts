import { type Mutant, withNdjson } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'law.ndjson-holds-the-kept-answer',
  breaks: 'the second half of the lines of an NDJSON stream gets lost',
  // What is lost may be the tool's response.
  alsoBreaks: ['ndjson.carries-tool-calls'],
  wrap: (original) =>
    withNdjson(original, (text) => {
      const lines = text.split('\n').filter((line) => line !== '');
      return lines.slice(0, Math.ceil(lines.length / 2)).join('\n');
    }),
};
