import { convertTextToCron } from './convert-text-to-cron.ts';
import { createSchedule } from './create-schedule.ts';
import { deleteSchedule } from './delete-schedule.ts';
import { getSchedule } from './get-schedule.ts';
import { getScheduleOnboarding } from './get-schedule-onboarding.ts';
import { listSchedules } from './list-schedules.ts';
import { updateSchedule } from './update-schedule.ts';

export const schedulesOperations = [
  listSchedules,
  createSchedule,
  getScheduleOnboarding,
  convertTextToCron,
  getSchedule,
  updateSchedule,
  deleteSchedule,
];
