import { route, z, zId, fault } from '#lib';
import { keyHidden, keyFull, findKey, deleteKey } from '#services/commerce';
const params = { api_key_id: fault('key-id-parse-int') ? z.string().transform((s) => parseInt(s, 10)).pipe(z.number()) : zId };
export const GET = route({ params }, (c) => keyFull(findKey(c.params.api_key_id)));
export const DELETE = route({ params }, (c) => keyHidden(deleteKey(c.params.api_key_id)));
