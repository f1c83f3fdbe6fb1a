import type { Schedule, Timing } from '../domain/schedules/schedule.ts';
import type { Database } from './store.ts';

type ScheduleKey = Pick<Schedule, 'id' | 'userId'>;
type NewSchedule = Omit<Schedule, 'lastOccurrence' | 'createdAt'>;

export async function insertSchedule(db: Database, schedule: NewSchedule): Promise<Schedule> {
  const { id, userId, chatId, cron, message, changedAt } = schedule;
  return await db
    .insertInto('schedule')
    .values({
      id,
      user_id: userId,
      chat_id: chatId,
      cron,
      message,
      last_occurrence: null,
      changed_at: changedAt,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** A user's schedules, oldest first. */
export async function listSchedules(db: Database, userId: string): Promise<Schedule[]> {
  return await db
    .selectFrom('schedule')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** When every user's schedules are and were run. */
export async function listTimings(db: Database): Promise<Timing[]> {
  return await db
    .selectFrom('schedule')
    .select(['id', 'cron', 'changed_at as changedAt', 'last_occurrence as lastOccurrence'])
    .execute();
}

/** Finds a schedule only for its owner. */
export async function findSchedule(db: Database, { id, userId }: ScheduleKey): Promise<Schedule | undefined> {
  return await db
    .selectFrom('schedule')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Finds a schedule of any user. */
export async function findAnySchedule(db: Database, id: string): Promise<Schedule | undefined> {
  return await db.selectFrom('schedule').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Changes what is given. */
export async function updateSchedule(
  db: Database,
  { id, userId }: ScheduleKey,
  change: Partial<Pick<Schedule, 'chatId' | 'cron' | 'message'>> & { changedAt: Date },
): Promise<Schedule | undefined> {
  const { chatId, cron, message, changedAt } = change;
  return await db
    .updateTable('schedule')
    .set({
      changed_at: changedAt,
      ...(chatId !== undefined && { chat_id: chatId }),
      ...(cron !== undefined && { cron }),
      ...(message !== undefined && { message }),
    })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst();
}

/** Removes a schedule. @returns what it was. */
export async function deleteSchedule(
  db: Database,
  { id, userId }: ScheduleKey,
): Promise<Schedule | undefined> {
  return await db
    .deleteFrom('schedule')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst();
}

/**
 * Takes a time of a schedule for the caller's transaction: of all that try, one succeeds.
 * @returns false when it was taken, or the schedule has changed meanwhile.
 */
export async function claimOccurrence(
  db: Database,
  { id, changedAt }: Pick<Schedule, 'id' | 'changedAt'>,
  occurrence: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('schedule')
    .set({ last_occurrence: occurrence })
    .where('id', '=', id)
    .where('changed_at', '=', changedAt)
    .where(({ eb, or }) => or([eb('last_occurrence', 'is', null), eb('last_occurrence', '<', occurrence)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const columns = [
  'id',
  'user_id as userId',
  'chat_id as chatId',
  'cron',
  'message',
  'last_occurrence as lastOccurrence',
  'created_at as createdAt',
  'changed_at as changedAt',
] as const;
