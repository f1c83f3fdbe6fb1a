import { route, studioChats, me } from '#lib';
import { StudioCreate, studioCreate, studioView } from '#services/misc';
export const GET = route({}, () => studioChats.all('owner_id = ? AND deleted IS NULL ORDER BY created DESC', me().id).map(studioView));
export const POST = route({ body: StudioCreate }, (c) => studioView(studioCreate(c.body)));
