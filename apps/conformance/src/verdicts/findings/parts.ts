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
] as const;
