import { route, z, zInt, fault } from '#lib';
import { search } from '#services/tools';
const score = z.string().regex(/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i, 'must be a number').transform(Number).pipe(z.number().min(0).max(1));
const limit = fault('search-limit-zero') ? z.string().optional().transform((v) => Math.min(Number(v) || 20, 200)) : zInt(1, 200, 20);
export const GET = route({ query: { q: z.string().min(1), toolkit: z.string().nullable().optional(), limit, min_score: score.optional().transform((v) => (fault('search-min-score-zero-means-default') && v === 0 ? undefined : v) ?? (fault('search-min-score-default') ? 0.6 : 0.15)) } }, ({ query }) =>
  search(query.q, query.toolkit && query.toolkit !== 'null' ? query.toolkit : null, query.limit, query.min_score));
