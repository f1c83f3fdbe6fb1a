import { type Mutant, withNdjson } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'law.continued-runs-signal-alike',
  breaks: 'NDJSON streams of a run that goes on tell what a tool answered, and not that it was called',
  alsoBreaks: ['ndjson.carries-tool-calls'],
  wrap: (original) =>
    withNdjson(original, (text, { method }) =>
      text
        .split('\n')
        .filter((line) => method !== 'PUT' || !line.includes(original.toolCall.name))
        .join('\n'),
    ),
};
