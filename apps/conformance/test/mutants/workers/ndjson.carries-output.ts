import { type Mutant, withNdjson } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'ndjson.carries-output',
  breaks: 'the NDJSON stream of a plain turn is empty',
  wrap: (original) =>
    withNdjson(original, (text, { message }) => (message === original.toolCall.message ? text : '')),
};
