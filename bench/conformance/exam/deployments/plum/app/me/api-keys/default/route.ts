import { route } from '#lib';
import { keyFull, defaultKey } from '#services/commerce';
export const GET = route({}, () => keyFull(defaultKey()));
