import {
  type Alteration,
  isReference,
  type Letters,
  type Reference,
  type Value,
  type ValueRecord,
} from '../cases/sequences/sequence.ts';
import { unknownIds } from '../cases/unknown-ids.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import { at, isRecord } from '../json/json-record.ts';
import type { Operation } from '../spec/spec.ts';
import { alter } from './alter.ts';
import { inOutput } from './tool-outputs.ts';

export interface Resolved {
  readonly value: unknown;
  /** Whether the deployment, its owner or its behavior told where the value stands. */
  readonly certain: boolean;
  /** Whether it only stands in for what the config doesn't tell. */
  readonly filled?: boolean | undefined;
}

/** An answer that later calls refer to, as it came; it never leaves the driver. */
export interface Answer {
  readonly operation: Operation;
  readonly body: unknown;
  readonly headers: ReadonlyMap<string, string>;
  /** Whether the record was made as it was meant to be: false where a name in the body was only guessed, and no answer shows it. */
  readonly certain: boolean;
  /** Identifiers that were told, or seen to open the record. */
  readonly opened: ReadonlyMap<string, Resolved>;
}

/** What a sequence knows while it is driven. */
export interface Memory {
  /** By which answers are read. */
  readonly fieldMapping: FieldMapping;
  readonly answers: Map<string, Answer>;
  readonly fresh: Map<string, string>;
  /** Calls whose effect is unknown. */
  readonly troubled: Set<string>;
  readonly nonce: string;
  readonly newUuid: () => string;
  /** What the state of the call under way gives. */
  arranged?: Readonly<Record<string, string | number>> | undefined;
}

interface Sources {
  readonly memory: Memory;
  readonly deployment: Deployment;
}

/** Every value of a record; undefined where one can't be resolved. */
export function resolveAll(
  record: ValueRecord,
  sources: Sources,
): (Resolved & { readonly value: Readonly<Record<string, unknown>> }) | undefined {
  const resolved = Object.entries(record).map(([name, value]) => ({ name, found: resolve(value, sources) }));
  if (resolved.some(({ found }) => found === undefined)) return undefined;
  return {
    value: Object.fromEntries(resolved.map(({ name, found }) => [name, found?.value])),
    certain: resolved.every(({ found }) => found?.certain),
    filled: resolved.some(({ found }) => found?.filled),
  };
}

export function resolve(value: Value, sources: Sources): Resolved | undefined {
  if (isReference(value)) return lookUp(value, sources);
  if (Array.isArray(value)) {
    const all = resolveAll(Object.fromEntries(value.entries()), sources);
    return all && { ...all, value: Object.values(all.value) };
  }
  if (isRecord(value)) {
    return resolveAll(value as ValueRecord, sources);
  }
  return { value, certain: true };
}

function lookUp(reference: Reference, { memory, deployment }: Sources): Resolved | undefined {
  if ('unknown' in reference) return { value: unknownIds[reference.unknown], certain: true };
  if ('fresh' in reference)
    return changed({ value: freshText(reference, memory), certain: true }, reference.altered);
  if ('fixture' in reference) return ofFixture(reference, deployment);
  if ('credential' in reference) {
    const { jwt, otherJwt } = deployment.credentials;
    return known(reference.credential === 'own' ? jwt : otherJwt);
  }
  if ('arranged' in reference) return known(memory.arranged?.[reference.arranged]);
  if ('shownIn' in reference) {
    const { shownIn, text } = reference;
    return holds(memory.answers.get(shownIn)?.body, text) ? { value: text, certain: true } : undefined;
  }
  if (!('of' in reference)) return known(inOutput(reference, memory));
  const answer = memory.answers.get(reference.of);
  const found = answer && inAnswer(answer, reference, memory.fieldMapping);
  // Nothing there: a list that has ended, a record without the field.
  if (answer === undefined || found === undefined || isNothing(found.value)) return undefined;
  return changed({ value: found.value, certain: found.certain && answer.certain }, reference.altered);
}

function ofFixture(
  { fixture, or, altered }: Extract<Reference, { fixture: string }>,
  { fixtures }: Deployment,
): Resolved | undefined {
  const told = known(at(fixtures, fixture.split('.')));
  if (told === undefined) return or === undefined ? undefined : { value: or, certain: true, filled: true };
  return changed(told, altered);
}

function changed(told: Resolved, altered: Alteration | undefined): Resolved | undefined {
  if (altered === undefined) return told;
  const value = alter(told.value, altered);
  return value === undefined ? undefined : { ...told, value };
}

/** Whether a text is one of the values in an answer. */
function holds(value: unknown, text: string): boolean {
  if (typeof value !== 'object' || value === null) return value === text;
  return Object.values(value).some((inner) => holds(inner, text));
}

function isNothing(value: unknown): boolean {
  return value === null || value === '';
}

function known(value: unknown): Resolved | undefined {
  return value === undefined ? undefined : { value, certain: true };
}

const unusual = ' – Grüße,  Zu\u0308rich, 你好, 👩🏽‍🚀, a < b & c, %41 + 1, {name} {0} %s';

/** What follows the name in a text: of a long one some 6,000 characters. */
const rest: Readonly<Record<Letters, string>> = {
  plain: '',
  'a paragraph': ', and so on'.repeat(30),
  'in lines': ',\nin a second line,\n\nand in a paragraph',
  'of many scripts': unusual,
  long: unusual.repeat(220),
};

function freshText(
  { fresh: name, form, letters = 'plain' }: Extract<Reference, { fresh: string }>,
  memory: Pick<Memory, 'fresh' | 'nonce' | 'newUuid'>,
): string {
  const { fresh, nonce, newUuid } = memory;
  if (form === 'uuid of the same beginning') {
    const own = newUuid();
    return `${(fresh.get(name) ?? own).slice(0, 18)}${own.slice(18)}`;
  }
  const text = fresh.get(name) ?? newText();
  fresh.set(name, text);
  return text;

  function newText(): string {
    if (form === 'uuid') return newUuid();
    if (form === 'after a colon')
      return `${freshText({ fresh: 'before the colon', form: 'uuid' }, memory)}:${name}`;
    if (form === 'digits') return `00${BigInt(`0x${newUuid().replaceAll('-', '')}`)}`;
    if (form === 'email') return `conformance-${name}-${nonce}@example.org`;
    return `conformance ${name} ${nonce}${rest[letters]}`;
  }
}

function inAnswer(
  { operation, body, headers, opened }: Answer,
  { field, item, alike, or }: Extract<Reference, { of: string }>,
  fieldMapping: FieldMapping,
): Resolved | undefined {
  const header = headers.get(field);
  if (header !== undefined) return { value: header, certain: true };
  const known = item === undefined && alike === undefined ? opened.get(field) : undefined;
  if (known !== undefined) return known;
  const items = fieldMapping.items(operation, body)?.items;
  if (alike !== undefined)
    return longestAlike((items ?? []).flatMap((one) => fieldMapping.read(operation, field, one) ?? []))[
      alike
    ];
  const record = item === undefined ? (items?.[0] ?? body) : items?.[item];
  // A list of nothing but identifiers.
  if (typeof record === 'string') return { value: record, certain: false };
  const ofAll = item === undefined ? fieldMapping.read(operation, field, body) : undefined;
  const found = ofAll ?? fieldMapping.read(operation, field, record);
  return found ?? (or === 'word' ? wordOf(record, items ?? []) : undefined);
}

/** Of two, the one that the other begins with; else those that begin alike the longest. None where all begin in their own ways. */
function longestAlike(values: readonly Resolved[]): readonly Resolved[] {
  const each = [...new Map(values.map((one) => [String(one.value), one])).values()];
  const inOrder = each.toSorted((a, b) => (String(a.value) < String(b.value) ? -1 : 1));
  const pairs = inOrder.slice(1).map((other, index) => {
    const one = inOrder[index] ?? other;
    const length = commonLength(String(one.value), String(other.value));
    return { one, other, length, isWhole: length === String(one.value).length };
  });
  const [longest] = pairs.toSorted((a, b) => Number(b.isWhole) - Number(a.isWhole) || b.length - a.length);
  return longest === undefined || longest.length < 3 ? [] : [longest.one, longest.other];
}

function commonLength(one: string, other: string): number {
  const differs = [...one].findIndex((letter, index) => letter !== other[index]);
  return differs === -1 ? one.length : differs;
}

const word = /^[a-z][a-z0-9_-]*$/;

/** What has the form of a fixed lowercase string in all records of a list, and is another one in each. */
export function wordOf(record: unknown, items: readonly unknown[]): Resolved | undefined {
  if (!isRecord(record)) return undefined;
  const name = Object.keys(record).find((one) => {
    const values = items.map((item) => at(item, [one]));
    const areWords = values.every((value) => typeof value === 'string' && word.test(value));
    return areWords && new Set(values).size === values.length;
  });
  return name === undefined ? undefined : { value: record[name], certain: false };
}
