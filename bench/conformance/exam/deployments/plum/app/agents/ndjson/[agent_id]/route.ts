import { route, z } from '#lib';
import { begin } from '#services/worker';
export const POST = route({ auth: 'key', body: z.object({ message: z.string() }) }, (c) => begin('ndjson', c.params.agent_id, c.body.message));
