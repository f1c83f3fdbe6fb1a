import { z } from 'zod';
import type { Act, Does, OperationResource, ResourceFamily } from './resources.ts';
import { idsOf } from './resources.ts';

const quote = { section: z.string(), text: z.string() };
const grounds = {
  basis: z.enum(['stated', 'implied']),
  section: z.string().optional(),
  text: z.string().optional(),
  reading: z.string().optional(),
};
const names = z.array(z.string());
const credential = z.enum(['API key', 'JWT']).optional();

const access = z.object({
  ...grounds,
  who: z.enum(['owner', 'credentials', 'anyone']),
  when: z.literal('public').optional(),
  as: z.string().optional(),
});

const identifier = z
  .object({
    ...quote,
    parameter: z.string(),
    field: z.string().nullable().optional(),
    of: z.string().optional(),
    types: z.array(z.enum(['string', 'uuid', 'integer'])),
  })
  .transform(({ field, ...rest }) => ({ ...rest, field: field === undefined ? rest.parameter : field }));

const field = z.object({
  ...quote,
  name: z.string(),
  compared: z.boolean().default(false),
  writtenOnly: z.boolean().default(false),
  ownForm: z.string().optional(),
  secret: credential,
});

const operation = z.object({
  does: z.enum([
    'create',
    'upsert',
    'clone',
    'read',
    'consume',
    'list',
    'change',
    'remove',
    'reorder',
    'use',
    'act',
  ]),
  extent: z.enum(['partial', 'page', 'matches']).optional(),
  identifiedBy: z.enum(['answer', 'body', 'nothing']).optional(),
  existing: z.literal('returned').optional(),
  issues: credential,
});

const family = z.object({
  ...quote,
  name: z.string(),
  parent: z.object({ family: z.string(), parameter: z.string() }).optional(),
  refersTo: z.object({ family: z.string() }).optional(),
  identifiers: z.array(identifier),
  scope: z.enum(['user', 'everybody']).optional(),
  existence: z.object({ ...quote, notShown: z.string() }).optional(),
  operations: z.record(z.string(), operation),
  mayRead: z.array(access),
  mayChange: z.array(access),
  removal: z
    .object({ definite: z.string().optional(), unlisted: z.string().optional() })
    .transform(({ definite, unlisted }) => {
      if (definite !== undefined) return 'definite' as const;
      return unlisted === undefined ? ('notShown' as const) : ('unlisted' as const);
    })
    .optional(),
  absent: z.object({ shownAs: z.null() }).optional(),
  order: z.object({ ...quote, field: z.string(), batch: z.string() }).optional(),
  repeats: z.string().optional(),
  fields: z.array(field).default([]),
  has: z
    .array(
      z.object({
        ...grounds,
        what: z.string(),
        field: z.string().optional(),
        alone: z.boolean().default(false),
        operations: names,
      }),
    )
    .default([]),
  views: z
    .array(
      z.object({
        ...quote,
        name: z.string(),
        operations: names,
        omits: names.default([]),
        isList: z.boolean().default(false),
      }),
    )
    .default([]),
});

const file = z.object({ families: z.array(family) });

/**
 * The families of records that resources.yaml describes.
 *
 * @throws Error when the file has another form than it should
 */
export function readResources(content: unknown): readonly ResourceFamily[] {
  const read = file.safeParse(content);
  if (read.success) return read.data.families;
  const [issue] = read.error.issues;
  throw new Error(
    `The contract is broken: resources.yaml at ${issue?.path.map(String).join('.')}: ${issue?.message}.`,
    { cause: read.error },
  );
}

const acts: Readonly<Record<Does, Act | undefined>> = {
  create: 'create',
  upsert: 'create',
  clone: 'create',
  read: 'read',
  list: 'list',
  reorder: 'list',
  change: 'change',
  remove: 'remove',
  consume: undefined,
  use: undefined,
  act: undefined,
};

/** What the catalogue says of each operation, by id. */
export function byOperation(families: readonly ResourceFamily[]): ReadonlyMap<string, OperationResource> {
  return new Map(
    families.flatMap((one) =>
      Object.entries(one.operations).map(([id, entry]) => [
        id,
        { ...entry, family: one, act: isFollowed(one) ? acts[entry.does] : undefined },
      ]),
    ),
  );
}

/** Whether answers tell which record they show, and that it is there. */
function isFollowed(one: ResourceFamily): boolean {
  return idsOf(one).length > 0 && one.existence === undefined;
}
