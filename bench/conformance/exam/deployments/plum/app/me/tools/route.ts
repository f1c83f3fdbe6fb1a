import { route } from '#lib';
import { catalog, toPublic } from '#services/tools';
export const GET = route({ auth: 'optional' }, () => catalog.map(toPublic));
