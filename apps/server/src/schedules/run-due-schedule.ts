import { isDue, latestOccurrence, type Schedule } from '../domain/schedules/schedule.ts';
import { type Agent, findAgent } from '../store/agent-repository.ts';
import { claimOccurrence, deleteSchedule, findAnySchedule } from '../store/schedule-repository.ts';
import type { Database, Store } from '../store/store.ts';
import type { ScheduleQueue } from './schedule-queue.ts';

/** Starts a conversation with an agent only if `claim` succeeds, in one transaction with it. */
export type StartRunOnce = (
  agent: Agent,
  message: string,
  claim: (transaction: Database) => Promise<boolean>,
) => Promise<unknown>;

/** What schedules are run with. */
export interface ScheduleServices {
  db: Store['db'];
  queue: ScheduleQueue;
  startRunOnce: StartRunOnce;
}

/**
 * Starts the run that a schedule is due for. An alarm can ring twice, and in two processes; the time that it rings
 * for is taken in the transaction that starts the run, so there is one run all the same.
 */
export async function runDueSchedule(services: ScheduleServices, scheduleId: string): Promise<void> {
  const { db, queue, startRunOnce } = services;
  const schedule = await findAnySchedule(db, scheduleId);
  if (!schedule) return await queue.unset(scheduleId);
  const now = await queue.now();
  if (!isDue(schedule, now)) return;
  const agent = await findAgent(db, { id: schedule.chatId, userId: schedule.userId });
  if (!agent) return await endSchedule(services, schedule);
  await startRunOnce(agent, schedule.message, (transaction) =>
    claimOccurrence(transaction, schedule, latestOccurrence(schedule, now)),
  );
}

/** With its chat a schedule has lost its meaning. */
async function endSchedule({ db, queue }: ScheduleServices, schedule: Schedule): Promise<void> {
  await deleteSchedule(db, schedule);
  await queue.unset(schedule.id);
}
