import type { ScheduleQueue } from '../jobs/schedule-queue.ts';
import type { Store } from '../store/store.ts';
import type { Turns } from '../turns/turns.ts';

/** What schedules are run with. */
export interface ScheduleServices {
  db: Store['db'];
  queue: ScheduleQueue;
  turns: Turns;
}
