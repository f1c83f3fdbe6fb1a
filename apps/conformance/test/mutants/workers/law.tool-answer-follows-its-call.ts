import { type Mutant, withNdjson } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'law.tool-answer-follows-its-call',
  breaks: 'NDJSON streams tell what a tool answered before they tell that it was called',
  wrap: (original) =>
    withNdjson(original, (text) => {
      const lines = text.split('\n');
      const answers = lines.filter((line) => line.includes(original.toolCall.output));
      return [...answers, ...lines.filter((line) => !answers.includes(line))].join('\n');
    }),
};
