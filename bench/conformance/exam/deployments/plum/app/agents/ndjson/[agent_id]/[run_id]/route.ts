import { route, z } from '#lib';
import { resume } from '#services/worker';
export const PUT = route({ auth: 'key', body: z.object({ message: z.string() }) }, (c) => resume('ndjson', c.params.agent_id, c.params.run_id, c.body.message));
