import { route, zUuid, schedules } from '#lib';
import { ScheduleUpdate, scheduleFind, scheduleUpdate, scheduleView } from '#services/misc';
const params = { schedule_id: zUuid };
export const GET = route({ params }, (c) => scheduleView(scheduleFind(c.params.schedule_id)));
export const PUT = route({ params, body: ScheduleUpdate }, (c) => scheduleView(scheduleUpdate(c.params.schedule_id, c.body)));
export const DELETE = route({ params }, (c) => {
  const s = scheduleFind(c.params.schedule_id);
  schedules.remove('schedule_id = ?', s.schedule_id);
  return scheduleView(s);
});
