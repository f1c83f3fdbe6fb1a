import { textToCron } from '../../domain/schedules/text-to-cron.ts';
import * as repository from '../../store/schedule-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';

const suggestions = ['every hour', 'every day at 9:00', 'every weekday at 17:30', 'monthly on the 1st'];

/** GET /me/schedules/onboarding: whether there's a schedule yet, and what one could say. */
export const getScheduleOnboarding = defineOperation('getScheduleOnboarding', {
  async answer({ caller }, { store }) {
    const { length } = await repository.listSchedules(store.db, caller.userId);
    return ok({
      is_complete: length > 0,
      schedule_count: length,
      time_zone: 'UTC',
      suggestions: suggestions.map((text) => ({ text, cron: textToCron(text) })),
    });
  },
});
