import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { slugPattern, toSlug } from '../domain/vanity-slug.ts';
import { slugIsUsed } from '../store/agent-record-repository.ts';
import type { Database } from '../store/store.ts';
import { defineOperation } from './define-operation.ts';
import { ok, refuse } from './outcome.ts';

/** GET /me/agents/vanity/slug */
const checkVanitySlug = defineOperation('checkVanitySlug', {
  result: z.object({ slug: z.string(), available: z.boolean() }),
  async answer({ query: { slug } }, { store }) {
    const available = slugPattern.test(slug) && !(await slugIsUsed(store.db, slug));
    return ok({ slug, available });
  },
});

const attempts = 5;

/** POST /me/agents/vanity/slug: a free slug near to `name`. */
const generateVanitySlug = defineOperation('generateVanitySlug', {
  result: z.object({ slug: z.string() }),
  body: z.looseObject({ name: z.string().max(200).default('') }),
  async answer({ body }, { store }) {
    const slug = await findFreeSlug(store.db, toSlug(body.name));
    return slug ? ok({ slug }) : refuse('failed', 'No free slug was found. Try another name.');
  },
});

async function findFreeSlug(db: Database, wanted: string): Promise<string | undefined> {
  const numbered = Array.from({ length: attempts }, () => `${wanted}-${randomInt(1000, 1_000_000)}`);
  for (const slug of [wanted, ...numbered]) if (!(await slugIsUsed(db, slug))) return slug;
  return undefined;
}

export const vanitySlugOperations = [checkVanitySlug, generateVanitySlug];
