import { lastOccurrence } from '../domain/schedules/cron.ts';
import type { Schedule } from '../domain/schedules/schedule.ts';
import { findAgent } from '../store/agent-repository.ts';
import { claimOccurrence, deleteSchedule, findAnySchedule } from '../store/schedule-repository.ts';
import type { ScheduleServices } from './schedule-services.ts';

// The alarm and the clock are read one after the other, so an alarm may seem to come a moment early.
const toleranceMilliseconds = 1_000;

/**
 * Starts the run that a schedule is due for. An alarm can ring twice, and in two processes; the time that it rings
 * for is taken in the transaction that starts the run, so there is one run all the same.
 */
export async function runDueSchedule(services: ScheduleServices, scheduleId: string): Promise<void> {
  const { db, queue, turns } = services;
  const schedule = await findAnySchedule(db, scheduleId);
  if (!schedule) return await queue.unset(scheduleId);
  const now = await queue.now();
  const occurrence = lastOccurrence(schedule.cron, new Date(now.getTime() + toleranceMilliseconds));
  if (occurrence < schedule.changedAt) return;
  const agent = await findAgent(db, { id: schedule.chatId, userId: schedule.userId });
  if (!agent) return await endSchedule(services, schedule);
  await turns.startOnce(agent, schedule.message, (transaction) =>
    claimOccurrence(transaction, schedule, occurrence),
  );
}

/** With its chat a schedule has lost its meaning. */
async function endSchedule({ db, queue }: ScheduleServices, schedule: Schedule): Promise<void> {
  await deleteSchedule(db, schedule);
  await queue.unset(schedule.id);
}
