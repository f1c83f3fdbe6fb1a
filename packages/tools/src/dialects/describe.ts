import type { ConditionalRule, PropertySchema } from '../gen/tool-definition.ts';
import type { Keyword } from './dialect.ts';

/** A conditional rule in a sentence, for schemas that can't hold it. */
export function describeRule({ require, requireWhen: { parameter, equals } }: ConditionalRule): string {
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(require);
  return `${list} ${require.length > 1 ? 'are' : 'is'} required when ${parameter} is ${equals}.`;
}

/** What a keyword says, in a sentence; undefined where the schema doesn't have it. */
export function describeKeyword(schema: PropertySchema, keyword: Keyword): string | undefined {
  const value = schema[keyword];
  if (value === undefined) return undefined;
  if (keyword === 'minimum') return `At least ${value}.`;
  if (keyword === 'maximum') return `At most ${value}.`;
  if (keyword === 'default') return `Default ${value}.`;
  return `Common values: ${[value].flat().join(', ')}.`;
}

/** Sentences in one line; undefined when there is nothing to say. */
export function joinSentences(sentences: readonly (string | undefined)[]): string | undefined {
  const said = sentences.filter((each) => each !== undefined && each !== '');
  if (said.length < 2) return said[0];
  return said.map((each) => (each?.endsWith('.') ? each : `${each}.`)).join(' ');
}
