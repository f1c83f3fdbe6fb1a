// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import { docComment } from './doc-comment.ts';

/** What a declaration is made from: the parts of a JSON Schema that shape a type. */
export interface DescribedSchema {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  nullable?: boolean;
  properties?: Record<string, DescribedSchema>;
  required?: string[];
  items?: DescribedSchema;
  additionalProperties?: boolean | DescribedSchema;
  oneOf?: DescribedSchema[];
  anyOf?: DescribedSchema[];
  allOf?: DescribedSchema[];
}

/** How records are declared. */
interface RecordStyle {
  /**
   * Whether a field that isn't named may be read or given. A closed object with no field takes none at all, which an
   * empty interface wouldn't say.
   */
  open: boolean;
  /** By what word an object is declared. A closed `type` can be given where an open record is taken, an interface can't. */
  keyword: 'interface' | 'type';
}

/** How an object is written. */
interface ObjectStyle extends RecordStyle {
  indent: string;
}

/**
 * A documented declaration for an object, a `type` for anything else, and one more for each object inside it that has a
 * name of its own as `title`.
 */
export function emitDeclaration(name: string, schema: DescribedSchema, record: RecordStyle): Declaration[] {
  const inner: Declaration[] = [];
  const style = { ...record, indent: '' };
  const written = isObject(schema) ? objectType(schema, style, inner) : typeOf(schema, style, inner);
  const isInterface = isObject(schema) && record.keyword === 'interface';
  const body = isInterface ? `interface ${name} ${written}` : `type ${name} = ${written};`;
  return [{ name, text: `${docComment([schema.description ?? ''])}export ${body}\n` }, ...inner];
}

/** The type of a schema, where it stands inside something else. @public used where this file is copied to. */
export function typeText(schema: DescribedSchema): string {
  return typeOf(schema, { open: false, keyword: 'type', indent: '' }, []);
}

export interface Declaration {
  name: string;
  text: string;
}

function typeOf(schema: DescribedSchema, style: ObjectStyle, inner: Declaration[]): string {
  const { $ref, enum: values, oneOf, anyOf, allOf, type, nullable } = schema;
  if ($ref) return typeName($ref.split('/').at(-1) ?? '');
  if ('const' in schema) return JSON.stringify(schema.const);
  const types = [type ?? []].flat();
  const alternatives = shaping(oneOf ?? anyOf);
  const named = nullable ? [...types, 'null'] : types;
  if (values) return unionOf([...values.map((each) => JSON.stringify(each)), ...nullType(named, values)]);
  if (alternatives) return unionOf(alternatives.map((each) => typeOf(each, style, inner)));
  if (allOf) return allOf.map((each) => typeOf(each, style, inner)).join(' & ');
  return unionOf(named.map((each) => typeNamed(each, schema, style, inner)));
}

/** Alternatives that only say which fields must be there leave the record as it is. */
function shaping(alternatives: DescribedSchema[] | undefined): DescribedSchema[] | undefined {
  return alternatives?.every((each) => Object.keys(each).join() === 'required') ? undefined : alternatives;
}

function nullType(types: string[], values: unknown[]): string[] {
  return types.includes('null') && !values.includes(null) ? ['null'] : [];
}

function typeNamed(type: string, schema: DescribedSchema, style: ObjectStyle, inner: Declaration[]): string {
  if (type === 'integer') return 'number';
  if (type === 'array') return arrayOf(schema.items ? typeOf(schema.items, style, inner) : 'unknown');
  if (type !== 'object') return type;
  if (schema.properties && schema.title && /^[A-Z]\w*$/.test(schema.title)) {
    inner.push(...emitDeclaration(schema.title, schema, style));
    return schema.title;
  }
  return objectType(schema, style, inner);
}

function objectType(schema: DescribedSchema, style: ObjectStyle, inner: Declaration[]): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const { open, indent } = style;
  const deeper = { ...style, indent: `${indent}  ` };
  const fields = Object.entries(properties).map(([name, each]) => {
    const mark = required.includes(name) ? '' : '?';
    const comment = docComment([each.description ?? ''], deeper.indent);
    return `${comment}${deeper.indent}${propertyName(name)}${mark}: ${typeOf(each, deeper, inner)};\n`;
  });
  const others = otherFields(additionalProperties, { open, fields, deeper, inner });
  return `{\n${[...fields, ...others].join('')}${indent}}`;
}

function otherFields(
  additional: DescribedSchema['additionalProperties'],
  {
    open,
    fields,
    deeper,
    inner,
  }: { open: boolean; fields: string[]; deeper: ObjectStyle; inner: Declaration[] },
): string[] {
  const index = (type: string) => [`${deeper.indent}[field: string]: ${type};\n`];
  if (typeof additional === 'object' && fields.length === 0) return index(typeOf(additional, deeper, inner));
  if (open && additional !== false) return index('unknown');
  return fields.length === 0 ? index('never') : [];
}

function isObject({ type, properties, $ref, oneOf, anyOf, allOf }: DescribedSchema): boolean {
  if ($ref || shaping(oneOf ?? anyOf) || allOf) return false;
  return type === 'object' || (type === undefined && properties !== undefined);
}

function unionOf(types: string[]): string {
  const all = [...new Set(types)];
  return all.length === 0 || all.includes('unknown') ? 'unknown' : all.join(' | ');
}

function arrayOf(item: string): string {
  return /[|&]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** A schema's name as an identifier: those that frameworks make up may have brackets and dots. @public as above. */
export function typeName(name: string): string {
  return decodeURIComponent(name)
    .replaceAll(/[^\w$]+/g, '_')
    .replace(/^(\d)/, '_$1')
    .replace(/_$/, '');
}
