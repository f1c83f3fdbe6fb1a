import { route, z, json, fault } from '#lib';
import { resume, read } from '#services/worker';
const Body = fault('empty-message-refused') ? z.object({ message: z.string().min(1) }) : z.object({ message: z.string() });
export const PUT = route({ auth: 'key', body: Body }, (c) => resume('text', c.params.agent_id, c.params.run_id, c.body.message));
export const GET = route({ auth: 'key' }, (c) => {
  const { list, headers } = read(c.params.agent_id, c.params.run_id);
  return json(list, 200, headers as Record<string, string>);
});
