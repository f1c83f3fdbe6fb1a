import { type Call, isReference, type Reference, type Value } from '../cases/sequences/sequence.ts';
import type { Act } from '../spec/resources.ts';
import type { Operation } from '../spec/spec.ts';
import { credentials } from './describe-probe.ts';
import { sayMutation } from './sentences/say.ts';
import type { Sentences } from './sentences/sentences.ts';

export interface CallsInWords {
  /** All calls of the sequence, in order. */
  readonly calls: readonly Call[];
  readonly operations: readonly Operation[];
  /** English by default. */
  readonly sentences?: Sentences | undefined;
}

/** A call of a sequence as a sentence: what it is for, and what is sent. */
export function describeCall(number: number, { calls, operations, sentences }: CallsInWords): string {
  const call = calls[number - 1];
  if (call === undefined) return `${number}. (unknown)`;
  const operation = operations.find(({ id }) => id === call.operation);
  const together = call.alongside ? ', together with the step before' : '';
  const often = (call.times ?? 1) === 1 ? '' : `, ${call.times} times`;
  const from = (value: Value): string => inWords(value, calls, number);
  const request = `${operation?.method} ${pathOf(call, operation, from)}${queryOf(call, from)}`;
  return `${number}. ${purpose(call, operation)}${credentials[call.as ?? 'own']}${expectation(call, sentences)}: ${request}${bodyOf(call, from)}${often}${together}`;
}

const acts: Readonly<Record<Act, (name: string) => string>> = {
  create: (name) => `Create ${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`,
  read: (name) => `Read the ${name}`,
  list: (name) => `List the ${name}s`,
  change: (name) => `Change the ${name}`,
  remove: (name) => `Remove the ${name}`,
};

function purpose({ operation: id, changes }: Call, operation: Operation | undefined): string {
  const { act, family } = operation?.resource ?? {};
  if (family !== undefined && act !== undefined)
    return acts[changes === undefined ? act : 'change'](family.name);
  const words = id.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function expectation(
  { kind = 'valid', parameter, mutation }: Call,
  sentences: Sentences | undefined,
): string {
  if (mutation !== undefined) return `, ${sayMutation(mutation, sentences)}`;
  if (kind === 'refusal') return ', to be refused';
  if (kind === 'open-refusal') return ', to be refused sooner or later';
  if (kind === 'unknown-id') return ', by an identifier that does not exist';
  if (kind === 'malformed-id') return ', by an identifier of another type';
  return kind === 'left-out' ? `, without ${parameter}` : '';
}

type InWords = (value: Value) => string;

function pathOf({ path = {} }: Call, operation: Operation | undefined, from: InWords): string {
  return (operation?.path ?? '').replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = path[name];
    return value === undefined ? whole : from(value);
  });
}

function queryOf({ query = {} }: Call, from: InWords): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${from(value)}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function bodyOf({ body, raw }: Call, from: InWords): string {
  if (raw !== undefined) return '';
  const fields = Object.entries(body ?? {}).map(([name, value]) => {
    const words = from(value);
    return words === '' ? name : `${name} ${words}`;
  });
  return fields.length === 0 ? '' : ` with ${fields.join(', ')}`;
}

/** What a value is, or where it comes from; nothing where it doesn't matter which it is. */
function inWords(value: Value, calls: readonly Call[], number: number): string {
  if (isReference(value)) return referenceInWords(value, calls, number);
  return typeof value === 'object' && value !== null ? '' : JSON.stringify(value).replaceAll(/^"|"$/g, '');
}

function referenceInWords(reference: Reference, calls: readonly Call[], number: number): string {
  if ('of' in reference) {
    const step = calls.slice(0, number).findLastIndex(({ name }) => name === reference.of) + 1;
    return `{${reference.field} of step ${step}}`;
  }
  if ('fixture' in reference) return `{${reference.fixture}}`;
  if ('unknown' in reference) return `{unknown ${reference.unknown}}`;
  return 'credential' in reference ? '{own JWT}' : '';
}
