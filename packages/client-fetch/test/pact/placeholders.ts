import { MatchersV3 } from '@pact-foundation/pact';
import { type ExampleName, examples } from './examples.ts';
import type { Json } from './interaction.ts';

const { fromProviderState } = MatchersV3;

/** The text with each `{name}` or `${name}` replaced by its example. */
function withExamples(text: string): string {
  return text.replaceAll(/\$?\{(\w+)\}/g, (_, name: string) => `${exampleOf(name)}`);
}

/** What the client sends: examples in place of `${name}`. */
export function toSent(json: Json): Json {
  return mapTexts(json, exampleOf) as Json;
}

/** What the contract asks for: values of the provider's state in place of `${name}`. */
export function toTemplate(json: Json): unknown {
  return mapTexts(json, fromState);
}

/** A path that a state of the provider may fill. */
export function toPath(path: string) {
  const example = withExamples(path);
  return example === path ? path : exactly(path.replaceAll('{', '${'), example);
}

export function fromState(name: string) {
  return exactly(`\${${name}}`, exampleOf(name));
}

/** Pact's own matcher of a provider's value takes any value of its type from the client, even another path. */
function exactly<Value>(expression: string, example: Value) {
  return { ...fromProviderState(expression, example), 'pact:matcher:type': 'equality' } as const;
}

function mapTexts(json: Json, fill: (name: string) => unknown): unknown {
  if (typeof json === 'string') {
    const name = nameIn(json);
    return name === undefined ? json : fill(name);
  }
  if (typeof json !== 'object' || json === null) return json;
  if (isList(json)) return json.map((item) => mapTexts(item, fill));
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, mapTexts(value, fill)]));
}

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}

function nameIn(text: string): string | undefined {
  return /^\$\{(\w+)\}$/.exec(text)?.[1];
}

function exampleOf(name: string): string | number {
  if (!isExample(name)) throw new Error(`There is no example of ${name}.`);
  return examples[name];
}

function isExample(name: string): name is ExampleName {
  return Object.hasOwn(examples, name);
}
