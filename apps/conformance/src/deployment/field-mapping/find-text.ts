import type { JsonSchema } from '../../spec/description.ts';
import { isDescribedAs } from './descriptions.ts';
import { fit, isUsual } from './names.ts';
import { formsOf, itemsOf, propertiesOf, requiredOf, valuesOf, wordsOf } from './schema.ts';

/** Where a text stands beneath a property that is called like it, and whether its own name says so. */
export interface InnerText {
  readonly path: readonly string[];
  readonly schema: JsonSchema;
  readonly isSure: boolean;
}

interface Candidate extends InnerText {
  readonly name: string;
}

/** How many records within records a text may stand in. */
const deepest = 3;

/** Names of what holds the text of something, whatever that is. */
const forTexts = /^(system|text|content|value|body)$/i;

/** Names of what tells something about a text. */
const aboutTexts =
  /(^|_|-|[a-z])(ids?|uuid|ref|key|slug|name|title|type|kind|field|format|lang|language|locale|model|version|status|mode|url|uri)$/i;

/** Whether a value that is described so can be a text. */
export function takesText(schema: JsonSchema): boolean {
  const forms = formsOf(schema);
  return forms.length === 0 || forms.includes('string');
}

/** The one text of a record that can be meant: the one that is called so, else the only one that must or may be there. */
export function findText(schema: JsonSchema, field: string, depth = 0): InnerText | undefined {
  const required = requiredOf(schema);
  const candidates = propertiesOf(schema).flatMap(([name, one]) => candidateIn(name, one, { field, depth }));
  const named = candidates.find(({ name, schema: one }) => isNamed(name, one, field));
  if (named !== undefined) return named;
  const [general, ...rest] = candidates.filter(({ name }) => forTexts.test(name));
  if (general !== undefined) return { ...general, isSure: general.isSure && rest.length === 0 };
  const others = candidates.filter(({ name, schema: one }) => !aboutTexts.test(name) && isFree(one));
  const needed = others.filter(({ name }) => required.includes(name));
  const [only, ...more] = needed.length > 0 ? needed : others;
  return only === undefined || more.length > 0 ? undefined : { ...only, isSure: false };
}

function candidateIn(
  name: string,
  schema: JsonSchema,
  { field, depth }: { readonly field: string; readonly depth: number },
): Candidate[] {
  if (formsOf(schema).includes('string')) return [{ name, path: [name], schema, isSure: true }];
  const isList = itemsOf(schema) !== undefined;
  const inner = isList || depth >= deepest ? undefined : findText(schema, field, depth + 1);
  return inner === undefined ? [] : [{ ...inner, name, path: [name, ...inner.path] }];
}

function isNamed(name: string, schema: JsonSchema, field: string): boolean {
  if (isUsual(name, field)) return true;
  const isMeant = fit(name, field) !== undefined || isDescribedAs(wordsOf(schema).join(' '), field);
  return isMeant && !aboutTexts.test(name);
}

/** Whether any words will do. */
function isFree(schema: JsonSchema): boolean {
  return valuesOf(schema).length === 0 && schema.format === undefined;
}
