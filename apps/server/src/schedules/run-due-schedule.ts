import { QuotaExceeded, type QuotaGuard } from '../domain/quotas.ts';
import { isDue, latestOccurrence, type Schedule } from '../domain/schedules/schedule.ts';
import type { Logger } from '../platform/logger.ts';
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
  quotas: QuotaGuard;
  logger: Logger;
}

/**
 * Starts the run that a schedule is due for. An alarm can ring twice, and in two processes; the time that it rings
 * for is taken in the transaction that starts the run, so there is one run all the same.
 */
export async function runDueSchedule(services: ScheduleServices, scheduleId: string): Promise<void> {
  const { db, queue, startRunOnce, quotas, logger } = services;
  const schedule = await findAnySchedule(db, scheduleId);
  if (!schedule) return await queue.unset(scheduleId);
  const now = await queue.now();
  if (!isDue(schedule, now)) return;
  const agent = await findAgent(db, { id: schedule.chatId, userId: schedule.userId });
  if (!agent) return await endSchedule(services, schedule);
  const claim = (open: Database) => claimOccurrence(open, schedule, latestOccurrence(schedule, now));
  try {
    await quotas.within({ quota: 'runs', userId: agent.userId }, () =>
      startRunOnce(agent, schedule.message, claim),
    );
  } catch (error) {
    if (!(error instanceof QuotaExceeded)) throw error;
    // It stays due: the next look that finds room makes up for the latest time.
    logger('A schedule started no run.', { error });
  }
}

/** With its chat a schedule has lost its meaning. */
async function endSchedule({ db, queue }: ScheduleServices, schedule: Schedule): Promise<void> {
  await deleteSchedule(db, schedule);
  await queue.unset(schedule.id);
}
