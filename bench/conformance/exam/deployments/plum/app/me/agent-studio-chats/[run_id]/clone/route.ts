import { route, json } from '#lib';
import { studioClone, studioView } from '#services/misc';
export const POST = route({}, (c) => json(studioView(studioClone(c.params.run_id)), 201));
