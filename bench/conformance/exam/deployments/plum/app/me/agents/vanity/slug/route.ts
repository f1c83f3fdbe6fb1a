import { route, z, str } from '#lib';
import { makeSlug, slugAvailable } from '#services/agents';
export const POST = route({ auth: 'optional', body: z.object({ text: str(500).nullable().optional(), name: str(500).nullable().optional() }) }, (c) => ({ slug: makeSlug(c.body.text ?? c.body.name ?? '') }));
export const GET = route({ query: { slug: z.string().min(1).max(200) } }, (c) => ({ slug: c.query.slug, available: slugAvailable(c.query.slug) }));
