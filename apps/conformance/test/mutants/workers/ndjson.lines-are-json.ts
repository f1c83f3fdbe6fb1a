import { type Mutant, withNdjson } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'ndjson.lines-are-json',
  breaks: 'NDJSON comes as server-sent events',
  wrap: (original) => withNdjson(original, (text) => text.replaceAll(/^(?=.)/gm, 'data: ')),
};
