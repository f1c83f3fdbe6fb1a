/**
 * How conditional rules travel: a sentence beside a flat schema, one property holding one closed shape per value
 * (`envelope`), one tool per value (`split`), or if/then as in the canonical schema (`conditional`).
 */
export type Carry = 'flat' | 'envelope' | 'split' | 'conditional';

/** Keywords that say more of a property than its type, its description and the list of its values. */
export type Keyword = 'minimum' | 'maximum' | 'default' | 'examples';

/** What one kind of request accepts as the schema of a tool. */
export interface Dialect {
  readonly name: string;
  /** The ways that are open; the first is the default. */
  readonly carries: readonly [Carry, ...Carry[]];
  /** What isn't among them moves into the description. */
  readonly keywords: readonly Keyword[];
  /** Whether every object must forbid unknown keys. */
  readonly closed: boolean;
  /** How the model leaves a property out: by not sending it, or by sending null. */
  readonly absent: 'omitted' | 'null';
  /** Whether types are written `STRING` in place of `string`. */
  readonly upperCaseTypes?: true;
  readonly nameLimit: number;
}

const everyKeyword = ['minimum', 'maximum', 'default', 'examples'] as const;

/** JSON Schema 2020-12 as it stands in the manifest. */
export const canonical: Dialect = {
  name: 'canonical',
  carries: ['conditional', 'flat', 'envelope', 'split'],
  keywords: everyKeyword,
  closed: false,
  absent: 'omitted',
  nameLimit: 128,
};

export const openAi: Dialect = {
  name: 'openai',
  carries: ['flat', 'envelope', 'split'],
  keywords: everyKeyword,
  closed: false,
  absent: 'omitted',
  nameLimit: 64,
};

export const openAiStrict: Dialect = {
  ...openAi,
  name: 'openai-strict',
  carries: ['envelope', 'flat', 'split'],
  closed: true,
  absent: 'null',
};

export const anthropic: Dialect = {
  name: 'anthropic',
  carries: ['flat', 'envelope', 'split'],
  keywords: everyKeyword,
  closed: false,
  absent: 'omitted',
  nameLimit: 128,
};

/** Strict refuses numeric bounds. An envelope would spend the request's budget of optional parameters three times. */
export const anthropicStrict: Dialect = {
  ...anthropic,
  name: 'anthropic-strict',
  keywords: [],
  closed: true,
};

/** `parameters`: its own schema type, in which an unknown keyword is an error. */
export const geminiParameters: Dialect = {
  name: 'gemini-parameters',
  carries: ['flat', 'split', 'envelope'],
  keywords: ['minimum', 'maximum', 'default'],
  closed: false,
  absent: 'omitted',
  upperCaseTypes: true,
  nameLimit: 64,
};

/** `parametersJsonSchema`: `default` and `examples` aren't among its documented keywords. */
export const geminiJsonSchema: Dialect = {
  name: 'gemini-json-schema',
  carries: ['envelope', 'flat', 'split'],
  keywords: ['minimum', 'maximum'],
  closed: false,
  absent: 'omitted',
  nameLimit: 64,
};

export const dialects = {
  canonical,
  openai: openAi,
  'openai-strict': openAiStrict,
  anthropic,
  'anthropic-strict': anthropicStrict,
  'gemini-parameters': geminiParameters,
  'gemini-json-schema': geminiJsonSchema,
} as const satisfies Record<string, Dialect>;

export type DialectName = keyof typeof dialects;

/** @throws {TypeError} on a name that no dialect has, as plain JavaScript may give it. */
export function findDialect(name: DialectName): Dialect {
  if (Object.hasOwn(dialects, name)) return dialects[name];
  throw new TypeError(`There is no dialect ${name}. Use one of: ${Object.keys(dialects).join(', ')}.`);
}
