import { route, studioChats, stamp } from '#lib';
import { StudioCreate, StudioUpdate, studioSee, studioOwn, studioWrite, studioView } from '#services/misc';
export const GET = route({ auth: 'optional' }, (c) => studioView(studioSee(c.params.run_id)));
export const PUT = route({ body: StudioCreate }, (c) => studioView(studioWrite(c.params.run_id, c.body, true)));
export const PATCH = route({ body: StudioUpdate }, (c) => studioView(studioWrite(c.params.run_id, c.body, false)));
export const DELETE = route({}, (c) => studioView(studioChats.update(studioOwn(c.params.run_id).run_id, { deleted: stamp() })));
