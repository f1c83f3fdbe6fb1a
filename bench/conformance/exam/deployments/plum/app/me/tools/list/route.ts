import { route } from '#lib';
import { catalog, toMcp } from '#services/tools';
export const GET = route({}, () => catalog.map(toMcp));
