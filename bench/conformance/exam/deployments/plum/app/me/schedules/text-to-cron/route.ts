import { route, z, badRequest } from '#lib';
import { textToCron, nextRun } from '#services/cron';
export const GET = route({ query: { cron: z.string().max(300) } }, (c) => {
  const cron = textToCron(c.query.cron);
  if (!cron) throw badRequest('invalid_cron', 'This is no cron expression, and none can be made of it.');
  return { text: c.query.cron, cron, nextRunAt: nextRun(cron)!.toISOString() };
});
