import { nextOccurrence } from '../../domain/schedules/cron.ts';
import { textToCron } from '../../domain/schedules/text-to-cron.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';

/** GET /me/schedules/text-to-cron */
export const convertTextToCron = defineOperation('convertTextToCron', {
  async answer({ query }, { schedules }) {
    const cron = textToCron(query.cron);
    if (cron === undefined)
      return refuse(
        'invalid',
        'Neither a cron expression nor a time that can be one. Try “every weekday at 9:30”.',
      );
    return ok({ cron, next_run_at: nextOccurrence(cron, await schedules.now()).toISOString() });
  },
});
