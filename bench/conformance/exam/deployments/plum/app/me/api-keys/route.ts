import { route, z, str, apiKeys, me, fault } from '#lib';
import { keyHidden, keyFull, createKey } from '#services/commerce';
export const GET = route({}, () => apiKeys.all('user_id = ? ORDER BY id', me().id).map(fault('key-list-shows-keys') ? keyFull : keyHidden));
export const POST = route({ body: z.object({ name: str(200).nullable().optional(), isDefault: z.boolean().nullable().optional() }) }, (c) => keyFull(createKey(c.body)));
