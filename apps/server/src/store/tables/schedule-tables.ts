import type { CreatedAt } from './column-types.ts';

export interface ScheduleTable {
  id: string;
  user_id: string;
  chat_id: string;
  cron: string;
  message: string;
  last_occurrence: Date | null;
  created_at: CreatedAt;
  /** Occurrences before it are none of the schedule's business. */
  changed_at: Date;
}

export interface ScheduleTables {
  schedule: ScheduleTable;
}
