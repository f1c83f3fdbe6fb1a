import { route, schedules, me } from '#lib';
export const GET = route({}, () => ({ hasSchedules: schedules.count('user_id = ?', me().id) > 0, suggestions: [{ id: 'morning', title: 'Every morning', cron: '0 9 * * *' }, { id: 'monday', title: 'Every Monday', cron: '0 9 * * 1' }] }));
