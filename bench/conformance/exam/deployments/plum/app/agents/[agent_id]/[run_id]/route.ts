import { route, z, json, fault, invalid } from '#lib';
import { resume, read, keepRefused } from '#services/worker';
const Body: any = fault('rejected-put-leaves-message') ? z.object({ message: z.any() }) : fault('empty-message-refused') ? z.object({ message: z.string().min(1) }) : z.object({ message: z.string() });
export const PUT = route({ auth: 'key', body: Body }, (c) => {
  if (fault('rejected-put-leaves-message') && typeof c.body.message !== 'string') {
    keepRefused(c.params.agent_id, c.params.run_id, c.body.message);
    throw invalid(['body', 'message'], 'Expected string', 'invalid_type');
  }
  return resume('text', c.params.agent_id, c.params.run_id, c.body.message);
});
export const GET = route({ auth: 'key' }, (c) => {
  const { list, headers } = read(c.params.agent_id, c.params.run_id);
  return json(list, 200, headers as Record<string, string>);
});
