import * as z from 'zod';

/** Where a value stands in JSON: names and indices from the top. */
export const path = z
  .array(z.union([z.string(), z.int()]))
  .readonly()
  .meta({ id: 'Path' });

export type Path = z.infer<typeof path>;

/** The beginning of a text, and how many UTF-16 units the whole has. */
export const excerpt = z.object({ begins: z.string(), length: z.int() }).readonly().meta({ id: 'Excerpt' });

export type Excerpt = z.infer<typeof excerpt>;

/** `structured` is an array or an object. */
/** What a field of a JSON body may have to be; a path of no steps is the whole body. */
export const fieldTypes = ['string', 'number', 'boolean', 'object', 'date-time', 'url'] as const;
export type FieldType = (typeof fieldTypes)[number];

/** What a field must do, beside what other answers show. */
export const fieldDemands = [
  'answer-the-input',
  'be-less-than-before',
  'be-of-the-run',
  'be-of-what-was-asked-for',
  'be-the-callers-own',
  'be-there',
  'be-written-out',
  'begin-with-the-best',
  'differ-between-records',
  'differ-between-users',
  'differ-from-another-input',
  'differ-from-before',
  'have-the-value-of-the-key',
  'keep-the-letters-sent',
  'lie-ahead',
] as const;
export type FieldDemand = (typeof fieldDemands)[number];

export const bodyKinds = ['empty', 'json', 'array', 'object', 'structured', 'jwt', 'text'] as const;

export type BodyKind = (typeof bodyKinds)[number];

/** What lines of a stream hold: `nothing` where there are no lines, or none that holds what was expected. */
export const streamContents = [
  'json',
  'text',
  'nothing',
  'worker-output',
  'user-facing-output',
  'tool-call',
  'tool-response',
  'signal',
  'own-signals',
  'whole-characters',
  'torn-character',
  'marks-for-letters',
] as const;
