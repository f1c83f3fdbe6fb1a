import type { DialectName } from './dialect.ts';
import { lintSize } from './schema-size.ts';

/** What a provider is known to refuse, as its SDK, its errors or its users tell. Unsure is written as refused. */
interface ProviderRules {
  name: RegExp;
  propertyName?: RegExp;
  keywords: readonly string[];
  /** Keywords that the root may not have, though other places may. */
  notAtRoot: readonly string[];
  /** Every object forbids unknown keys. */
  closed?: true;
  everyPropertyRequired?: true;
  deepest?: number;
  /** Whether what one schema holds is counted. */
  sized?: true;
  typeNames?: RegExp;
}

const plain = ['type', 'description', 'properties', 'required', 'items', 'enum'];
const branching = ['oneOf', 'anyOf', 'allOf', 'enum', 'not', 'if'];

const providers: Record<DialectName, ProviderRules> = {
  canonical: {
    name: /^[\w.-]{1,128}$/,
    keywords: [...plain, 'allOf', 'anyOf', 'minimum', 'maximum', 'default', 'examples'],
    notAtRoot: [],
  },
  openai: {
    name: /^[\w-]{1,64}$/,
    keywords: [...plain, 'anyOf', 'minimum', 'maximum', 'default', 'examples', 'additionalProperties'],
    notAtRoot: branching,
  },
  'openai-strict': {
    name: /^[\w-]{1,64}$/,
    keywords: [...plain, 'anyOf', 'minimum', 'maximum', 'default', 'examples', 'additionalProperties'],
    notAtRoot: branching,
    closed: true,
    everyPropertyRequired: true,
    deepest: 10,
    sized: true,
  },
  anthropic: {
    name: /^[\w-]{1,128}$/,
    propertyName: /^[\w.-]{1,64}$/,
    keywords: [...plain, 'anyOf', 'minimum', 'maximum', 'default', 'examples', 'additionalProperties'],
    notAtRoot: branching,
  },
  'anthropic-strict': {
    name: /^[\w-]{1,128}$/,
    propertyName: /^[\w.-]{1,64}$/,
    keywords: [...plain, 'anyOf', 'additionalProperties'],
    notAtRoot: branching,
    closed: true,
  },
  'gemini-parameters': {
    name: /^[A-Za-z_][\w.:-]{0,63}$/,
    propertyName: /^[A-Za-z_]\w{0,63}$/,
    keywords: [...plain, 'anyOf', 'minimum', 'maximum', 'default'],
    notAtRoot: branching,
    typeNames: /^[A-Z]+$/,
  },
  'gemini-json-schema': {
    name: /^[A-Za-z_][\w.:-]{0,63}$/,
    propertyName: /^[A-Za-z_]\w{0,63}$/,
    keywords: [...plain, 'anyOf', 'minimum', 'maximum', 'additionalProperties'],
    notAtRoot: branching,
  },
};

/** What the provider would refuse of a tool, ours or the caller's; one bad tool fails the whole request. */
export function lintTool(dialect: DialectName, { name, schema }: { name: string; schema: object }): string[] {
  const rules = providers[dialect];
  const badName = rules.name.test(name) ? [] : [`the name ${name} doesn't match ${rules.name.source}`];
  const badRoot = rules.notAtRoot.filter((keyword) => keyword in schema).map((each) => `${each} at the root`);
  const tooLarge = rules.sized ? lintSize(schema) : [];
  return [...badName, ...badRoot, ...tooLarge, ...lintSchema(schema, { rules, path: '', depth: 1 })];
}

interface Place {
  rules: ProviderRules;
  path: string;
  depth: number;
}

function lintSchema(schema: object, place: Place): string[] {
  const { rules, path, depth } = place;
  const at = path === '' ? 'the root' : path;
  const unknown = Object.keys(schema).filter((keyword) => !rules.keywords.includes(keyword));
  const properties = 'properties' in schema ? Object.entries(Object(schema.properties)) : undefined;
  return [
    ...unknown.map((keyword) => `${keyword} at ${at}`),
    ...(depth > (rules.deepest ?? depth) ? [`${at} is nested deeper than ${rules.deepest}`] : []),
    ...lintTypeName(schema, place),
    ...(properties ? lintObject(schema, properties, place) : []),
    ...children(schema).flatMap(([name, child]) =>
      lintSchema(child, { rules, path: `${path}/${name}`, depth: depth + 1 }),
    ),
  ];
}

function lintTypeName(schema: object, { rules: { typeNames }, path }: Place): string[] {
  if (!typeNames || !('type' in schema)) return [];
  return typeNames.test(String(schema.type)) ? [] : [`type ${schema.type} at ${path}`];
}

function lintObject(
  schema: object,
  properties: readonly [string, unknown][],
  { rules, path }: Place,
): string[] {
  const at = path === '' ? 'the root' : path;
  const names = properties.map(([name]) => name);
  const required = 'required' in schema && Array.isArray(schema.required) ? schema.required : [];
  const isOpen = !('additionalProperties' in schema) || schema.additionalProperties !== false;
  const optional = names.filter((name) => !required.includes(name));
  return [
    ...names
      .filter((name) => rules.propertyName?.test(name) === false)
      .map((name) => `the key ${name} at ${at}`),
    ...required
      .filter((name) => !names.includes(name))
      .map((name) => `required ${name} isn't declared at ${at}`),
    ...(rules.closed && isOpen ? [`${at} allows unknown keys`] : []),
    ...(rules.everyPropertyRequired ? optional.map((name) => `${name} at ${at} isn't required`) : []),
  ];
}

function children(schema: object): [string, object][] {
  return Object.entries(schema).flatMap(([keyword, value]): [string, object][] => {
    if (keyword === 'properties') return Object.entries(Object(value)).filter(isSchemaEntry);
    if (keyword === 'items') return isSchema(value) ? [['items', value]] : [];
    return keyword === 'anyOf' && Array.isArray(value)
      ? value.filter(isSchema).map((each, index): [string, object] => [`anyOf/${index}`, each])
      : [];
  });
}

function isSchemaEntry(entry: [string, unknown]): entry is [string, object] {
  return isSchema(entry[1]);
}

function isSchema(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
