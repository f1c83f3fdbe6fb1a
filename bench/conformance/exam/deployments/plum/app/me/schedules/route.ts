import { route, schedules, me } from '#lib';
import { ScheduleRequest, scheduleCreate, scheduleView } from '#services/misc';
export const GET = route({}, () => ({ data: schedules.all('user_id = ? ORDER BY created DESC', me().id).map(scheduleView), nextCursor: null }));
export const POST = route({ body: ScheduleRequest }, (c) => scheduleView(scheduleCreate(c.body)));
