import { route } from '#lib';
import { webhook } from '#services/commerce';
export const POST = route({ auth: 'optional' }, (c) => webhook(c.raw, c.headers['x-plum-signature']));
