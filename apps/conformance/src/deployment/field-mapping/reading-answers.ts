import { isMoment } from '../../json/find-record.ts';
import { at, isRecord, recordOf, unwrapped } from '../../json/json-record.ts';
import { listsWithin } from '../../json/lists-within.ts';
import type { JsonSchema } from '../../spec/description.ts';
import { identifierTypes, readAsWritten } from '../../spec/resources.ts';
import type { Operation } from '../../spec/spec.ts';
import { textNamesIn } from './attributes.ts';
import { recordNames } from './bindable-names.ts';
import { isJustNamed } from './descriptions.ts';
import type { FieldMapping, FieldMappingSources, Items } from './field-mapping.ts';
import { findMember } from './find-member.ts';
import { findProperty } from './find-property.ts';
import { furtherShown } from './further-fields.ts';
import { kindOf } from './kind-of.ts';
import { addFurther, addTexts, type Knowledge } from './knowledge.ts';
import { fit, fitsType, isPlainly, isScalar, mayHold } from './names.ts';
import { noticeIn } from './notice.ts';
import { type Place, placeFrom, valueAt, valueInContents } from './place.ts';
import { itemsOf, propertiesOf, wordsOf } from './schema.ts';
import { spellingsIn } from './spelling.ts';
import { fromWire, isVisibility, wordOfVisibility } from './translate.ts';

/** Where an answer holds a field. */
interface AnswerPlace extends Place {
  /** Whether the owner says so, or the deployment's description in so many words. */
  readonly isTold: boolean;
  /** Whether the owner says so. */
  readonly isBound: boolean;
  /** Whether it's this field, and not only what is most likely meant by it. */
  readonly isSure: boolean;
}

/** How answers are read: what the owner binds, what the deployment describes, else what looks like it. */
export function readingAnswers(
  { families, bindings, described }: FieldMappingSources,
  knowledge: Knowledge,
): Pick<
  FieldMapping,
  'read' | 'isTold' | 'toldPlaceOf' | 'candidates' | 'items' | 'confirm' | 'notice' | 'noticeOthers'
> {
  const { confirmed, noticed, spellings, ownWords } = knowledge;
  const shown = readAsWritten(families);
  const types = identifierTypes(families);
  const fits = (field: string, value: unknown): boolean =>
    mayHold(field, value) && fitsType(types.get(field) ?? [], value);
  const placeIn = (operation: Operation, field: string): AnswerPlace | undefined => {
    const bound = recordNames(operation)
      .map((name) => bindings[name]?.fields?.[field])
      .find((one) => one !== undefined);
    if (bound !== undefined) return { ...placeFrom(bound, {}), isTold: true, isBound: true, isSure: true };
    const schema = described(operation)?.success?.schema;
    const found = schema && (findProperty(schema, field) ?? findProperty(entriesOf(schema), field));
    const isTold = found && wordsOf(found.schema).some((words) => isJustNamed(words, field));
    return found && { ...found, isTold: isTold === true, isBound: false };
  };

  const noticeWords = (operation: Operation, record: unknown): void => {
    const place = placeIn(operation, 'visibility');
    const said = place && wordOfVisibility(toldValue(record, place, 'visibility'));
    if (place && isVisibility(said)) ownWords.add(place.path.at(-1) ?? '');
  };

  const readTold: FieldMapping['read'] = (operation, field, record) => {
    const place = placeIn(operation, field);
    const told = place && toldValue(record, place, field);
    if (place === undefined || told === undefined || !fits(field, told)) return undefined;
    const name = place.path.at(-1) ?? '';
    const isNamed = place.isTold || !field.endsWith('_id') || isPlainly(name, field);
    const certain = place.isSure && (isNamed || confirmed.get(kindOf(operation, field)) === name);
    return { value: fromWire(told, field, name), certain };
  };

  const readConfirmed: FieldMapping['read'] = (operation, field, record) => {
    const name = confirmed.get(kindOf(operation, field));
    const value = name === undefined ? undefined : unwrapped(record)[name];
    return name !== undefined && value !== undefined && fits(field, value)
      ? { value: fromWire(value, field, name), certain: true }
      : undefined;
  };

  const readGuess: FieldMapping['read'] = (operation, field, record) => {
    const guess = guessIn(record, field);
    if (guess === undefined || !fits(field, guess.value)) return undefined;
    return {
      value: fromWire(guess.value, field, guess.name),
      certain: confirmed.get(kindOf(operation, field)) === guess.name || isInOwnWords(guess, field),
    };
  };

  const read: FieldMapping['read'] = (...of) => readTold(...of) ?? readConfirmed(...of) ?? readGuess(...of);

  const items: FieldMapping['items'] = (operation, body) =>
    isListed(operation) ? itemsIn(body, placeIn(operation, 'items')?.path) : undefined;

  return {
    read,
    items,
    isTold: (operation, field) => placeIn(operation, field)?.isSure === true,
    toldPlaceOf: (operation, field) => {
      const place = placeIn(operation, field);
      if (place === undefined || !place.isSure || place.entry !== undefined) return undefined;
      // A name such as `key` may be of the identifier or of a secret beside it.
      return place.isTold || isPlainly(place.path.at(-1) ?? '', field) ? place.path : undefined;
    },
    candidates: (operation, field, record) => {
      const first = read(operation, field, record);
      if (first?.certain) return [first];
      const others = scalarsIn(record).filter((value) => value !== first?.value);
      const fitting = others.filter((value) => fits(field, value));
      return [...(first ? [first] : []), ...fitting.map((value) => ({ value, certain: false }))];
    },
    confirm: (operation, field, { record, value }) => {
      const place = placeIn(operation, field)?.path.at(-1);
      const names = namesIn(record).flatMap(([name, one]) => (one === value ? [name] : []));
      const [likeliest] = names.toSorted((a, b) => (fit(a, field) ?? worst) - (fit(b, field) ?? worst));
      const name = names.find((one) => one === place) ?? likeliest;
      if (name !== undefined) confirmed.set(kindOf(operation, field), name);
    },
    notice: (operation, body) => {
      const record = items(operation, body)?.items[0] ?? body;
      for (const one of spellingsIn(record)) spellings.add(one);
      noticeWords(operation, record);
      for (const [field, place] of noticeIn(record, shown)) {
        // Agents have two families of operations.
        for (const kind of [kindOf(operation, field), field])
          if (!noticed.has(kind)) noticed.set(kind, place);
      }
    },
    noticeOthers: (operation, body) => {
      const family = operation.resource?.family.name;
      const record = items(operation, body)?.items[0] ?? body;
      if (family === undefined) return;
      addTexts(knowledge, family, textNamesIn(record));
      addFurther(knowledge, family, new Map(furtherShown(record).map(({ name, kind }) => [name, kind])));
    },
  };
}

/** A told name may stand in what a record holds its contents in; an owner doesn't say what wraps the whole. */
function toldValue(record: unknown, place: AnswerPlace, field: string): unknown {
  const own = valueAt(record, place);
  // What wraps the whole may be called as the field is, and is not it, even where it shows nothing.
  const isWrapping = (value: unknown): boolean => isScalar(field) && isRecord(value);
  const outers = place.isBound ? [unwrapped(record), own] : [];
  const inner = outers
    .map((outer) => valueAt(outer, place))
    .find((value) => value !== undefined && !isWrapping(value));
  const told = isWrapping(own) ? inner : (own ?? inner);
  return told ?? (place.isTold ? valueInContents(record, place) : undefined);
}

/** What the entries of a wrapped list are described as. */
function entriesOf(schema: JsonSchema): JsonSchema {
  const list = findProperty(schema, 'items');
  return (list && itemsOf(list.schema)) ?? {};
}

/** The member of a record, or of what wraps it, whose name fits best. */
function guessIn(record: unknown, field: string): { name: string; value: unknown } | undefined {
  const isUsable = (value: unknown): boolean =>
    value !== null && value !== undefined && mayHold(field, value);
  const path = findMember(recordOf(record), field, isUsable);
  return path && { name: path.at(-1) ?? '', value: at(record, path) };
}

/** The interface itself names the field and both of its values, which may have capitals: "visibility (private or public)". */
function isInOwnWords({ name, value }: { readonly name: string; readonly value: unknown }, field: string) {
  const word = wordOfVisibility(value);
  const isEither = isVisibility(typeof word === 'string' ? word.toLowerCase() : word);
  return field === 'visibility' && name === field && isEither;
}

/** Worse than any name that fits. */
const worst = 100;

function namesIn(record: unknown): readonly (readonly [string, unknown])[] {
  if (!isRecord(record)) return [];
  const own = Object.entries(record);
  return [...own, ...own.flatMap(([, inner]) => namesIn(inner))];
}

function scalarsIn(record: unknown): unknown[] {
  if (!isRecord(record)) return [];
  const values = Object.values(record);
  const own = values.filter((value) => Number.isInteger(value) || isToken(value));
  return [...own, ...values.flatMap(scalarsIn)];
}

/** An identifier has no white space; a time is not an identifier. */
function isToken(value: unknown): boolean {
  return typeof value === 'string' && /^[\w:.-]{1,200}$/.test(value) && !isMoment(value);
}

/** Whether the contract lets an answer be a list; other records may hold lists of what they are made of. */
function isListed({ answer, success }: Operation): boolean {
  const properties = success === undefined ? [] : propertiesOf(success.schema);
  return answer !== 'record' || properties.some(([name]) => name === 'items');
}

/** In so many records a list may stand, such as `data` and `items`. */
const deepestList = 2;

function itemsIn(body: unknown, path: readonly string[] | undefined): Items | undefined {
  if (Array.isArray(body)) return { items: body, certain: true };
  const told = path === undefined ? undefined : at(body, path);
  if (Array.isArray(told)) return { items: told, certain: true };
  const lists = listsWithin(body, deepestList);
  return lists.length === 1 && lists[0] !== undefined ? { items: lists[0], certain: false } : undefined;
}
