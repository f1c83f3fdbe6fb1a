import { isDeepStrictEqual } from 'node:util';
import { at, type JsonRecord, recordOf, unwrapped, withoutAt } from '../../json/json-record.ts';
import type { DescribedOperation, JsonSchema } from '../../spec/description.ts';
import type { Operation } from '../../spec/spec.ts';
import type { Bindings } from '../config.ts';
import { allows } from './allows.ts';
import { attributesIn, roomIn, textsSentIn, writesTexts } from './attributes.ts';
import { type BodyPlace, bodyName, bodyPlaces, kindOfBody } from './body-places.ts';
import { isContentsName } from './contents.ts';
import type { Attribute, FieldMapping, FieldMappingSources } from './field-mapping.ts';
import { isFiller } from './filler.ts';
import { type FurtherField, furtherDescribed } from './further-fields.ts';
import type { Knowledge } from './knowledge.ts';
import { learnFromRefusal, namesAskedFor } from './learn.ts';
import { leaveOut, placeFrom, putAt } from './place.ts';
import { sampleOf } from './sample.ts';
import { formsOf, itemsOf, propertiesOf, schemaAt } from './schema.ts';
import { spell } from './spelling.ts';
import { fromWire, propertyOfEntry, toWire, type WireForm } from './translate.ts';

type Writing = Pick<
  FieldMapping,
  | 'write'
  | 'attributes'
  | 'furtherFields'
  | 'describedNames'
  | 'leaveAttributes'
  | 'requestSchema'
  | 'placeOf'
  | 'learn'
  | 'learnFromEcho'
  | 'sawTaken'
>;

/** How bodies are written: what the owner binds, what the deployment describes, else what was learnt or seen. */
export function writingRequests(sources: FieldMappingSources, knowledge: Knowledge): Writing {
  const { described } = sources;
  const { learnt, asked, plain, flat, worked, spellings } = knowledge;
  const spelled = (field: string): string => spell(field, spellings);
  const places = bodyPlaces(sources, knowledge);
  return {
    write: (operation, fields, without) => {
      const bound = namesBound(sources.bindings, bodyName(operation));
      const placed = Object.entries(fields).flatMap(([field, value]) =>
        places
          .of(operation, field)
          .map((place) => placeValue({ field, value, place }, { ...bound, spell: spelled })),
      );
      const left = without.flatMap((field) => places.of(operation, field).map((place) => ({ field, place })));
      const base = baseOf(operation, sources, knowledge);
      const whole = placed.reduce((body, { place, wire }) => putAt(body, place, wire), base.body);
      const others = placed.reduce((body, { place }) => withoutAt(body, place.path), base.body);
      const isCertain = placed.every(({ certain }) => certain) && left.every(({ place }) => place.isSure);
      return {
        body: left.reduce((body, { field, place }) => leaveOut(body, place, field), whole),
        certain: isCertain && allows(described(operation)?.request?.schema ?? {}, whole) === 'yes',
        filled: !base.isTold || isFiller(others) || placed.some(countsFromSomewhere),
        meaning: Object.fromEntries(placed.map(({ field, meaning }) => [field, meaning])),
        sure: placed.filter(({ certain }) => certain).map(({ field }) => field),
      };
    },
    attributes: (operation) => {
      if (plain.has(operation.id) || !writesTexts(operation)) return [];
      const own = described(operation);
      // What the contract has a name for is written as such, whatever the deployment calls it.
      const fields = operation.resource?.family.fields ?? [];
      const taken = new Set(fields.map(({ name }) => places.of(operation, name)[0].path[0]));
      if (own === undefined)
        return seenTexts(operation, sources, knowledge).filter(({ name }) => !taken.has(name));
      const request = own.request?.schema ?? {};
      // Many a document leaves the answers out: what it names in the request may as well be seen in one.
      const told = attributesIn(request, own.success?.schema ?? {});
      const seen = knowledge.texts.get(operation.resource?.family.name ?? '') ?? new Set();
      return textsSentIn(request)
        .filter((name) => !taken.has(name) && (told.includes(name) || seen.has(name)))
        .map((name) => ({
          name,
          room: roomIn(schemaAt(request, [name])),
          isTold: true,
        }));
    },
    furtherFields: (operation) => {
      const own = described(operation);
      const known = operation.resource?.family;
      if (own === undefined && isWrapped(sources.bindings[bodyName(operation)])) return [];
      const taken = new Set(known?.fields.map(({ name }) => places.of(operation, name)[0].path[0]));
      const seen = [...(knowledge.further.get(known?.name ?? '') ?? [])].map(([name, kind]) => ({
        name,
        kind,
        isTold: false,
      }));
      const all = own === undefined ? seen : furtherBeside(own, seen);
      // The mark of the default key is the contract's: of answers alone.
      return all.filter(({ name, kind }) => kind === 'default' || !taken.has(name));
    },
    describedNames: (operation) => {
      const names = propertiesOf(described(operation)?.request?.schema ?? {}).map(([name]) => name);
      return names.length === 0 ? undefined : names;
    },
    leaveAttributes: ({ id }) => plain.add(id),
    requestSchema: (operation) => described(operation)?.request?.schema ?? operation.request?.schema ?? {},
    placeOf: (operation, field) => places.of(operation, field)[0].path,
    learn: (operation, sent, answer) => {
      const name = bodyName(operation);
      const news = learnFromRefusal(answer, sent);
      const names = namesAskedFor(news, places.guessedIn(operation, sent));
      learnt.set(name, { ...learnt.get(name), ...news });
      asked.set(name, { ...asked.get(name), ...names });
      return Object.keys(news).length > 0;
    },
    sawTaken: (operation, field) => {
      const [place, ...others] = places.of(operation, field);
      if (others.length === 0) worked.set(kindOfBody(operation, field), place.path.join('.'));
    },
    learnFromEcho: (operation, sent, answer) => {
      const fields = operation.resource?.family.fields ?? [];
      const pairs = fields
        .map(({ name }) => places.of(operation, name)[0].path)
        .filter(([first = '']) => isContentsName(first))
        .map((path) => ({ asked: at(sent, path), shown: at(unwrapped(answer), path) }))
        .filter(({ asked, shown }) => asked !== undefined && shown !== undefined);
      // One that came back was looked for there.
      if (pairs.length > 0 && pairs.every(({ asked, shown }) => !isDeepStrictEqual(asked, shown)))
        flat.add(bodyName(operation));
    },
  };
}

/** Where a body is not described, it may well take what its records have, and does so where its owner says it. */
/** A document that lets a body name the owner allows it to give the record away. */
function furtherBeside(
  { request, success }: DescribedOperation,
  seen: readonly FurtherField[],
): readonly FurtherField[] {
  const described = request?.schema ?? {};
  const taken = new Set(propertiesOf(described).map(([name]) => name));
  const owners = seen.filter(({ kind, name }) => kind === 'owner' && !taken.has(name));
  return [...furtherDescribed(described, success?.schema ?? {}), ...owners];
}

function seenTexts(
  operation: Operation,
  { bindings }: FieldMappingSources,
  { texts }: Knowledge,
): readonly Attribute[] {
  if (isWrapped(bindings[bodyName(operation)])) return [];
  const bodies = [bodyName(operation), operation.success?.name ?? ''];
  return [...(texts.get(operation.resource?.family.name ?? '') ?? [])].map((name) => ({
    name,
    room: Number.POSITIVE_INFINITY,
    isTold: bodies.every((body) => boundNames(bindings[body]?.fields).includes(name)),
  }));
}

/** Whether its owner puts all that a body has into one record of it: its texts belong there too, and not beside it. */
function isWrapped({ fields = {}, body = {} }: Bindings[string] = {}): boolean {
  const paths = Object.values(fields).map((one) => placeFrom(one, {}).path);
  const outer = new Set([...paths.map(([first]) => first), ...Object.keys(body)]);
  return outer.size === 1 && paths.length > 1 && paths.every(({ length }) => length > 1);
}

interface BoundNames {
  /** By which names the owner binds a field in this body. */
  readonly own: (field: string) => readonly string[];
  /** The same, or those of whichever record binds it. */
  readonly calls: (field: string) => readonly string[];
}

function namesBound(bindings: Bindings, body: string): BoundNames {
  const inRecords = (records: readonly Bindings[string][], field: string): readonly string[] =>
    records.flatMap(({ fields = {} }) => {
      const bound = fields[field];
      const { path } = bound === undefined ? { path: [] } : placeFrom(bound, {});
      return path.length === 1 ? path : [];
    });
  const own = (field: string): readonly string[] => inRecords([bindings[body] ?? {}], field);
  return {
    own,
    calls: (field) => {
      const names = own(field);
      return names.length > 0 ? names : [...new Set(inRecords(Object.values(bindings), field))];
    },
  };
}

function boundNames(fields: NonNullable<Bindings[string]>['fields'] = {}): readonly string[] {
  return Object.values(fields).map((one) => placeFrom(one, {}).path.join('.'));
}

interface Base {
  /** What the body needs beside the fields of the contract. */
  readonly body: JsonRecord;
  /** Whether the interface, the deployment or its owner told all of it. */
  readonly isTold: boolean;
}

function baseOf(
  operation: Operation,
  { bindings, described }: FieldMappingSources,
  { learnt }: Knowledge,
): Base {
  const name = bodyName(operation);
  const schema = described(operation)?.request?.schema;
  const sample = schema === undefined ? {} : recordOf(sampleOf(schema));
  const isTold = [schema, bindings[name]].some((one) => one !== undefined && Object.keys(one).length > 0);
  return {
    body: { ...sample, ...bindings[name]?.body, ...learnt.get(name) },
    isTold: isTold || operation.request?.schema['x-not-shown'] !== 'fields',
  };
}

/** A field of the contract as a body has it. */
interface Placed {
  readonly field: string;
  readonly place: BodyPlace;
  readonly wire: unknown;
  readonly certain: boolean;
  readonly meaning: unknown;
}

function placeValue(
  { field, value, place }: { readonly field: string; readonly value: unknown; readonly place: BodyPlace },
  { own, calls, spell: spelled }: BoundNames & Required<Omit<WireForm, 'schema'>>,
): Placed {
  const { schema, isSure } = place;
  const name = place.path.at(-1) ?? field;
  const wire = toWire(value, name, { schema, calls, spell: spelled });
  // Lists are put into the deployment's form entry by entry; what they mean stays the same.
  const meaning = Array.isArray(value) ? value : fromWire(wire, field, name);
  const isSaid =
    wire !== undefined && !isReplaced(wire, value) && namesEntries(schema, value, { own, calls });
  const certain = isSure && isSaid && allows(schema, wire) === 'yes';
  return { field, place, wire, certain, meaning };
}

/** Whether the names in the entries of a list are told; where nobody describes them, by a binding of this very body. */
function namesEntries(schema: JsonSchema, value: unknown, { own, calls }: BoundNames): boolean {
  if (!Array.isArray(value)) return true;
  const entry = itemsOf(schema) ?? {};
  const namesOf = propertiesOf(entry).length > 0 ? calls : own;
  const isBare = formsOf(entry).some((form) => form === 'string' || form === 'integer');
  return (
    isBare ||
    value.every((one) =>
      Object.keys(recordOf(one)).every((field) => propertyOfEntry(entry, field, namesOf(field))?.isSure),
    )
  );
}

/** Whether it numbers entries that nobody describes: the first may have to be 0, or 1. */
function countsFromSomewhere({ wire, place }: Placed): boolean {
  const isUndescribed = propertiesOf(itemsOf(place.schema) ?? {}).length === 0;
  const values = Array.isArray(wire) ? wire.flatMap((entry) => Object.values(recordOf(entry))) : [];
  return isUndescribed && values.some((value) => typeof value === 'number');
}

/** Whether what is sent no longer says what it was meant to say. */
function isReplaced(wire: unknown, value: unknown): boolean {
  const isText = typeof value === 'string' && typeof wire === 'string';
  return isText && value !== wire && value !== 'private' && value !== 'public';
}
