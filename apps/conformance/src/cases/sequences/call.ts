import type { Alteration, Call, Letters, Reference, ValueRecord } from './sequence.ts';

type Details = Omit<Call, 'operation'>;

export function call(operation: string, details: Details = {}): Call {
  return { operation, ...details };
}

/** What the answer of an earlier call holds in a field. */
export function of(name: string, field: string, item?: number): Reference {
  return item === undefined ? { of: name, field } : { of: name, field, item };
}

export function fixture(name: string, or?: string): Reference {
  return { fixture: name, or };
}

/** A fixture with other values of the same types. */
export function altered(name: string, alteration: Alteration): Reference {
  return { fixture: name, altered: alteration };
}

/** Of a body that is not shown: most have a text. */
export const feedback: ValueRecord = { feedback: fresh('feedback') };

/** Nine in the morning of every Monday, in the form that most know. */
export const cron: Reference = fixture('cron', '0 9 * * 1');

export function fresh(name: string, letters?: Letters): Reference {
  return { fresh: name, letters };
}

/** The same call with something else, sent together with the one before it. */
export function alongside(one: Call, details: Partial<Call>): Call {
  return { ...one, ...details, alongside: true };
}

/** The same call by another user, for whom the record is not. */
export function foreign(one: Call, tries?: string): Call {
  return { ...one, name: undefined, as: 'other', kind: 'refusal', tries };
}

/** The same call by those whom the deployment does not know, where no credential is declared. */
export function stranger(one: Call): readonly Call[] {
  const identities = ['missing', 'forged', 'unsigned'] as const;
  return identities.map((as) => ({ ...one, name: undefined, as, kind: 'refusal' }));
}

/** Names of texts that replace others, or come second. */
const later = /second|third|again|beside/;

/**
 * The plain body of an agent. What it is made with is in plain letters, so that one who stumbles over others has
 * agents all the same; what replaces that is not.
 */
export function agentBody(name: string, visibility?: 'private' | 'public'): ValueRecord {
  const shown: ValueRecord = visibility === undefined ? {} : { visibility };
  const letters = later.test(name) ? 'of many scripts' : 'plain';
  return { chat_prompt: fresh(`prompt ${name}`, letters), ...shown };
}
