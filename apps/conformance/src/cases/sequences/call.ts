import { thirdVisibility } from '../../deployment/field-mapping/translate.ts';
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

export function freshUuid(name = 'uuid'): Reference {
  return { fresh: name, form: 'uuid' };
}

/** A text of nothing but digits, which as a number would be another one. */
export function freshDigits(name = 'digits'): Reference {
  return { fresh: name, form: 'digits' };
}

/** A text with a colon, before which all of a sequence have the same. */
export function afterColon(name: string): Reference {
  return { fresh: name, form: 'after a colon' };
}

/** Another UUID, which begins like the one of that name. */
export function uuidLike(name: string): Reference {
  return { fresh: name, form: 'uuid of the same beginning' };
}

/** So many records that lists of ten or twenty to a page lack one; where there are no pages, a list has all. */
export const moreThanAPage = 21;

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

/** A change to a visibility that there is not. */
export function toThirdVisibility(operation: string, path: ValueRecord, others: ValueRecord = {}): Call {
  return call(operation, {
    path,
    body: { ...others, visibility: thirdVisibility },
    kind: 'mutation',
    parameter: 'visibility',
    mutation: { kind: 'no-choice', at: 'visibility' },
  });
}

type Visibility = 'private' | 'public';

/** The body of an agent in plain letters: a deployment that can't take others has agents all the same. */
export function agentBody(name: string, visibility?: Visibility, letters: Letters = 'plain'): ValueRecord {
  const shown: ValueRecord = visibility === undefined ? {} : { visibility };
  return { chat_prompt: fresh(`prompt ${name}`, letters), ...shown };
}

/** The body of an agent that replaces another, or comes second: in letters of many scripts. */
export function laterAgentBody(name: string, visibility?: Visibility): ValueRecord {
  return agentBody(name, visibility, 'of many scripts');
}
