import type { PgBoss } from 'pg-boss';

const queueName = 'due-schedule';

/** Tells, by the database's clock and in one process of all, when schedules are due. */
export interface ScheduleQueue {
  /** Sets the alarm of a schedule, in place of an earlier one. Not to be called in a transaction. */
  set(schedule: Alarm): Promise<void>;
  unset(scheduleId: string): Promise<void>;
  list(): Promise<Alarm[]>;
  /** What time it is where alarms are kept. */
  now(): Promise<Date>;
  /** Begins to hear alarms; one that rejects comes again. */
  work(ring: (scheduleId: string) => Promise<void>): Promise<void>;
  /** Hears no more alarms. */
  pause(): Promise<void>;
}

/** When a schedule is due, in UTC. */
export interface Alarm {
  scheduleId: string;
  cron: string;
}

export async function openScheduleQueue(boss: PgBoss): Promise<ScheduleQueue> {
  await boss.createQueue(queueName, { notify: true, retryLimit: 5, retryDelay: 1, expireInSeconds: 60 });
  return {
    async set({ scheduleId, cron }) {
      // After an outage the latest of the times that were missed counts.
      const options = { key: scheduleId, tz: 'UTC', missed: 'once' as const };
      await boss.schedule(queueName, cron, { scheduleId }, options);
    },
    unset: (scheduleId) => boss.unschedule(queueName, scheduleId),
    async list() {
      const schedules = await boss.getSchedules(queueName);
      return schedules.map(({ key, cron }) => ({ scheduleId: key, cron }));
    },
    async now() {
      const { rows } = await boss.getDb().executeSql('select pgboss.job_now() as now');
      return new Date(rows[0].now);
    },
    async work(ring) {
      const options = { notifyPollingIntervalSeconds: 2 };
      await boss.work<{ scheduleId: string }>(queueName, options, async (jobs) => {
        for (const { data } of jobs) await ring(data.scheduleId);
      });
    },
    pause: () => boss.offWork(queueName, { wait: true }),
  };
}
