import { at, isRecord, type JsonRecord, recordOf, withAt, withoutAt } from '../../json/json-record.ts';
import type { DescribedOperation, JsonSchema } from '../../spec/description.ts';
import type { Operation } from '../../spec/spec.ts';
import type { Bindings } from '../config.ts';
import { attributesIn } from './attributes.ts';
import { isFiller } from './filler.ts';
import { findMember } from './find-member.ts';
import { findProperty, wordsOf } from './find-property.ts';
import { addTo, copyOf, createKnowledge, type Knowledge } from './knowledge.ts';
import { learnFromRefusal } from './learn.ts';
import { fit, fitsType, isCalled, isPlainly } from './names.ts';
import { noticeIn } from './notice.ts';
import { sampleOf } from './sample.ts';
import { itemsOf, propertiesOf, typesOf } from './schema.ts';
import { fromWire, toWire } from './translate.ts';

export interface WireBody {
  readonly body: JsonRecord;
  /** Whether the deployment itself, or its owner, told every name in it. */
  readonly certain: boolean;
  /** Whether it has values that only fill what is required, or nobody told what is. */
  readonly filled: boolean;
  /** The values that were put in, by the contract's names and in its words. */
  readonly meaning: JsonRecord;
}

export interface Meaning {
  readonly value: unknown;
  readonly certain: boolean;
}

export interface Items {
  readonly items: readonly unknown[];
  readonly certain: boolean;
}

/** How a deployment calls what the interface names in words or doesn't show. */
export interface Vocabulary {
  /** The body of a request, with the deployment's own names for the fields of the contract. */
  readonly write: (operation: Operation, fields: JsonRecord, without: readonly string[]) => WireBody;
  /** Texts of a record that only the deployment's own document names, and that its bodies may have. */
  readonly attributes: (operation: Operation) => readonly string[];
  /** From now on the bodies of an operation have none of them, since it refuses them. */
  readonly leaveAttributes: (operation: Operation) => void;
  /** What a request's body is described as: by the deployment, else by the contract. */
  readonly requestSchema: (operation: Operation) => JsonSchema;
  /** Where a body of this operation holds a field of the contract. */
  readonly placeOf: (operation: Operation, role: string) => readonly string[];
  /** What a record of an answer holds in a field of the contract. */
  readonly read: (operation: Operation, role: string, record: unknown) => Meaning | undefined;
  /** Values of a record that may be its identifier, the likeliest first. */
  readonly candidates: (operation: Operation, role: string, record: unknown) => readonly Meaning[];
  /** The records of a list, in order. */
  readonly items: (operation: Operation, body: unknown) => Items | undefined;
  /** Takes the name under which a record holds its identifier for certain, since that opened the record. */
  readonly confirm: (operation: Operation, role: string, named: { record: unknown; value: unknown }) => void;
  /** Sees in an answer how records are called, for requests of which nobody tells. */
  readonly notice: (operation: Operation, body: unknown) => void;
  /** Takes fields from a refusal into later bodies; says whether there were any. */
  readonly learn: (operation: Operation, sent: JsonRecord, answer: unknown) => boolean;
  /** What it has found out so far. */
  readonly knowledge: Knowledge;
  /** Another one that knows as much, and from now on learns by itself. */
  readonly fork: () => Vocabulary;
  /** Takes over what another one has found out, as far as it is news. */
  readonly adopt: (other: Vocabulary) => void;
}

export interface VocabularySources {
  readonly bindings: Bindings;
  /** The deployment's own description of an operation. */
  readonly described: (operation: Operation) => DescribedOperation | undefined;
}

/** Where an answer holds a field. */
interface AnswerPlace {
  readonly path: readonly string[];
  /** Whether the owner says so, or the deployment's description in so many words. */
  readonly isTold: boolean;
}

export function createVocabulary(
  sources: VocabularySources,
  knowledge: Knowledge = createKnowledge(),
): Vocabulary {
  const { bindings, described } = sources;
  const { learnt, confirmed, noticed, plain } = knowledge;

  const bound = (schema: string | undefined, role: string): string[] | undefined =>
    schema === undefined ? undefined : bindings[schema]?.fields?.[role]?.split('.');

  const answerPlace = (operation: Operation, role: string): AnswerPlace | undefined => {
    const path = bound(operation.success?.name, role);
    if (path !== undefined) return { path, isTold: true };
    const schema = described(operation)?.success?.schema;
    const found = schema && (findProperty(schema, role) ?? findProperty(entriesOf(schema), role));
    return (
      found && { path: found.path, isTold: wordsOf(found.schema).some((words) => isCalled(words, role)) }
    );
  };

  const read: Vocabulary['read'] = (operation, role, record) => {
    const place = answerPlace(operation, role);
    const told = place && at(record, place.path);
    const name = place?.path.at(-1) ?? '';
    if (told !== undefined && fitsType(role, told)) {
      const isNamed = place?.isTold || !role.endsWith('_id') || isPlainly(name, role);
      const certain = isNamed || confirmed.get(kindOf(operation, role)) === name;
      return { value: fromWire(told, role, name), certain };
    }
    const guess = guessIn(record, role);
    if (guess === undefined || !fitsType(role, guess.value)) return undefined;
    return {
      value: fromWire(guess.value, role, guess.name),
      certain: confirmed.get(kindOf(operation, role)) === guess.name,
    };
  };

  return {
    write: (operation, fields, without) => {
      const schema = described(operation)?.request?.schema;
      const name = operation.request?.name ?? operation.id;
      const base = {
        ...(schema === undefined ? {} : recordOf(sampleOf(schema))),
        ...bindings[name]?.body,
        ...learnt.get(name),
      };
      const placed = Object.entries(fields).map(([role, value]) =>
        place(role, value, { operation, name, schema }),
      );
      const whole = placed.reduce((body, { path, wire }) => withAt(body, path, wire), base);
      const names = placed.map(({ path }) => path[0]);
      const left = without.map((role) => place(role, null, { operation, name, schema }));
      return {
        body: left.reduce((body, { path }) => withoutAt(body, path), whole),
        certain: [...placed, ...left].every(({ certain }) => certain),
        filled:
          !isWhole(operation, [schema, bindings[name]]) ||
          Object.entries(base).some(([key, value]) => !names.includes(key) && isFiller(value)),
        meaning: Object.fromEntries(placed.map(({ role, meaning }) => [role, meaning])),
      };
    },
    attributes: (operation) => {
      const own = described(operation);
      return own === undefined || plain.has(operation.id)
        ? []
        : attributesIn(own.request?.schema ?? {}, own.success?.schema ?? {});
    },
    leaveAttributes: ({ id }) => plain.add(id),
    requestSchema: (operation) => described(operation)?.request?.schema ?? operation.request?.schema ?? {},
    placeOf: (operation, role) => {
      const schema = described(operation)?.request?.schema;
      return place(role, null, { operation, name: operation.request?.name ?? operation.id, schema }).path;
    },
    read,
    candidates: (operation, role, record) => {
      const first = read(operation, role, record);
      if (first?.certain) return [first];
      const others = scalarsIn(record).filter((value) => value !== first?.value);
      const fitting = others.filter((value) => fitsType(role, value));
      return [...(first ? [first] : []), ...fitting.map((value) => ({ value, certain: false }))];
    },
    items: (operation, body) => itemsIn(body, answerPlace(operation, 'items')?.path),
    confirm: (operation, role, { record, value }) => {
      const place = answerPlace(operation, role)?.path.at(-1);
      const names = namesIn(record).flatMap(([name, one]) => (one === value ? [name] : []));
      const [likeliest] = names.toSorted((a, b) => (fit(a, role) ?? worst) - (fit(b, role) ?? worst));
      const name = names.find((one) => one === place) ?? likeliest;
      if (name !== undefined) confirmed.set(kindOf(operation, role), name);
    },
    notice: (operation, body) => {
      const record = itemsIn(body, answerPlace(operation, 'items')?.path)?.items[0] ?? body;
      for (const [role, place] of noticeIn(record)) {
        // Agents have two families of operations.
        for (const kind of [kindOf(operation, role), role]) if (!noticed.has(kind)) noticed.set(kind, place);
      }
    },
    knowledge,
    fork: () => createVocabulary(sources, copyOf(knowledge)),
    adopt: (other) => addTo(knowledge, other.knowledge),
    learn: (operation, sent, answer) => {
      const name = operation.request?.name ?? operation.id;
      const news = learnFromRefusal(answer, sent);
      learnt.set(name, { ...learnt.get(name), ...news });
      return Object.keys(news).length > 0;
    },
  };

  function place(
    role: string,
    value: unknown,
    { operation, name, schema }: { operation: Operation; name: string; schema: JsonSchema | undefined },
  ): { role: string; path: readonly string[]; wire: unknown; certain: boolean; meaning: unknown } {
    const path = bound(name, role);
    const property = schema && findProperty(schema, role);
    const told = path ?? property?.path;
    const seen = noticed.get(kindOf(operation, role)) ?? noticed.get(role);
    const found = told ?? seen?.path ?? [role];
    const leaf = found.at(-1) ?? role;
    const wire = toWire(
      value,
      leaf,
      property?.schema ?? (told === undefined ? seen?.schema : undefined) ?? {},
    );
    // Lists are put into the deployment's form entry by entry; what they mean stays the same.
    const meaning = Array.isArray(value) ? value : fromWire(wire, role, leaf);
    const isTold = told !== undefined && wire !== undefined && mayBe(wire, value, property?.schema ?? {});
    const certain = isTold || isDocumented(operation, role);
    return { role, path: found, wire, certain, meaning };
  }
}

/** Whether a description allows what is sent, and it still says what it was meant to say. */
function mayBe(wire: unknown, value: unknown, schema: JsonSchema): boolean {
  // Null is put where a field is to be left out.
  const types = value === null ? [] : typesOf(schema);
  const type = Array.isArray(wire) ? 'array' : wire === null ? 'null' : typeof wire;
  const isText = typeof value === 'string' && typeof wire === 'string';
  const isReplaced = isText && value !== wire && value !== 'private' && value !== 'public';
  const names = type === 'number' ? ['number', 'integer'] : [type];
  return !isReplaced && (types.length === 0 || names.some((name) => types.includes(name)));
}

/** Whether the interface itself shows the name of a field. */
function isDocumented({ request }: Operation, role: string): boolean {
  const property = request && propertiesOf(request.schema).find(([name]) => name === role);
  return property !== undefined && property[1]['x-inferred'] !== true;
}

/** Whether the interface, the deployment or its owner told all that a request's body needs. */
function isWhole({ request }: Operation, told: readonly (object | undefined)[]): boolean {
  const isTold = told.some((one) => one !== undefined && Object.keys(one).length > 0);
  return isTold || request?.schema['x-not-shown'] !== 'fields';
}

/** Records of different families may call their identifiers differently. */
function kindOf({ family }: Operation, role: string): string {
  return `${family} ${role}`;
}

/** What the entries of a wrapped list are described as. */
function entriesOf(schema: JsonSchema): JsonSchema {
  const list = findProperty(schema, 'items');
  return (list && itemsOf(list.schema)) ?? {};
}

/** The member of a record, or of what wraps it, whose name fits best. */
function guessIn(record: unknown, role: string): { name: string; value: unknown } | undefined {
  const path = findMember(recordOf(record), role, (value) => value !== null && value !== undefined);
  return path && { name: path.at(-1) ?? '', value: at(record, path) };
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

/** Identifiers have no white space; times are none. */
function isToken(value: unknown): boolean {
  return typeof value === 'string' && /^[\w:.-]{1,200}$/.test(value) && !/^\d{4}-\d\d-\d\dT/.test(value);
}

function itemsIn(body: unknown, path: readonly string[] | undefined): Items | undefined {
  if (Array.isArray(body)) return { items: body, certain: true };
  const told = path === undefined ? undefined : at(body, path);
  if (Array.isArray(told)) return { items: told, certain: true };
  const lists = listsIn(body);
  return lists.length === 1 && lists[0] !== undefined ? { items: lists[0], certain: false } : undefined;
}

function listsIn(value: unknown, depth = 2): (readonly unknown[])[] {
  if (Array.isArray(value)) return [value];
  return isRecord(value) && depth > 0
    ? Object.values(value).flatMap((inner) => listsIn(inner, depth - 1))
    : [];
}
