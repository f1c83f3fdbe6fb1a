import { type Mutant, withNdjson } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'ndjson.carries-tool-calls',
  breaks: "the NDJSON stream leaves out the tool's response",
  wrap: (original) =>
    withNdjson(original, (text) =>
      text
        .split('\n')
        .filter((line) => !line.includes(original.toolCall.output))
        .join('\n'),
    ),
};
