import type { JsonRecord } from '../../json/json-record.ts';
import type { JsonSchema } from '../../spec/description.ts';
import type { FurtherKind } from './further-fields.ts';
import type { Place } from './place.ts';
import type { Spelling } from './spelling.ts';

/** A name that a refusal asked for, and the field of the contract that it fits. */
export interface AskedFor {
  readonly field: string;
  readonly schema: JsonSchema;
}

/** What a field mapping has found out by itself, from answers. */
export interface Knowledge {
  /** Fields of bodies that refusals asked for, by the name of the body. */
  readonly learnt: Map<string, JsonRecord>;
  /** Those of them that stand for fields of the contract, by the name of the body and their own. */
  readonly asked: Map<string, Readonly<Record<string, AskedFor>>>;
  /** The names under which records hold their identifiers. */
  readonly confirmed: Map<string, string>;
  /** How answers call what requests may be given. */
  readonly noticed: Map<string, Place>;
  /** How names were seen to be spelled. */
  readonly spellings: Set<Spelling>;
  /** The operations that are sent without what only the deployment's own document names. */
  readonly plain: Set<string>;
  /** The bodies whose fields stand at the top, though answers show them in a record of the record. */
  readonly flat: Set<string>;
  /** Places of bodies under which answers showed what was sent there, by the body's name and the field. */
  readonly worked: Map<string, string>;
  /** Names under which answers say private or public in the interface's own words. */
  readonly ownWords: Set<string>;
  /** Names of texts that records were seen to have, by their family. */
  readonly texts: Map<string, ReadonlySet<string>>;
  /** Further fields that records were seen to have, by their family and name. */
  readonly further: Map<string, ReadonlyMap<string, FurtherKind>>;
}

export function createKnowledge(): Knowledge {
  return {
    learnt: new Map(),
    asked: new Map(),
    confirmed: new Map(),
    noticed: new Map(),
    spellings: new Set(),
    plain: new Set(),
    flat: new Set(),
    worked: new Map(),
    ownWords: new Set(),
    texts: new Map(),
    further: new Map(),
  };
}

export function copyOf(known: Knowledge): Knowledge {
  const { learnt, asked, confirmed, noticed, spellings, plain, flat, worked, ownWords, texts, further } =
    known;
  return {
    learnt: new Map(learnt),
    asked: new Map(asked),
    confirmed: new Map(confirmed),
    noticed: new Map(noticed),
    spellings: new Set(spellings),
    plain: new Set(plain),
    flat: new Set(flat),
    worked: new Map(worked),
    ownWords: new Set(ownWords),
    texts: new Map(texts),
    further: new Map(further),
  };
}

/** Adds what is news; what was known before stays as it is. */
export function addTo(
  known: Knowledge,
  { learnt, asked, confirmed, noticed, spellings, plain, flat, worked, ownWords, texts, further }: Knowledge,
): void {
  for (const [name, fields] of learnt) known.learnt.set(name, { ...fields, ...known.learnt.get(name) });
  for (const [name, fields] of asked) known.asked.set(name, { ...fields, ...known.asked.get(name) });
  for (const [kind, name] of confirmed) known.confirmed.set(kind, known.confirmed.get(kind) ?? name);
  for (const [kind, place] of noticed) known.noticed.set(kind, known.noticed.get(kind) ?? place);
  for (const one of spellings) known.spellings.add(one);
  for (const one of plain) known.plain.add(one);
  for (const one of flat) known.flat.add(one);
  for (const [kind, place] of worked) known.worked.set(kind, known.worked.get(kind) ?? place);
  for (const one of ownWords) known.ownWords.add(one);
  for (const [family, names] of texts) addTexts(known, family, names);
  for (const [family, fields] of further) addFurther(known, family, fields);
}

export function addTexts({ texts }: Knowledge, family: string, names: Iterable<string>): void {
  texts.set(family, new Set([...(texts.get(family) ?? []), ...names]));
}

export function addFurther(
  { further }: Knowledge,
  family: string,
  fields: ReadonlyMap<string, FurtherKind>,
): void {
  if (fields.size > 0) further.set(family, new Map([...(further.get(family) ?? []), ...fields]));
}
