import { sql } from 'kysely';
import type { Database } from './store.ts';

/** A number of things of one kind. */
export interface Count {
  name: string;
  count: number;
}

const dayAgo = sql<Date>`now() - interval '1 day'`;
const shown = 10;

export async function countUsers(db: Database): Promise<{ tiers: Count[]; newInWeek: number }> {
  const rows = await db
    .selectFrom('user')
    .select(({ fn }) => [
      'tier as name',
      fn.countAll<number>().as('count'),
      sql<number>`count(*) filter (where created_at > now() - interval '7 days')`.as('new'),
    ])
    .groupBy('tier')
    .orderBy('tier')
    .execute();
  const tiers = rows.map(({ name, count }) => ({ name, count: Number(count) }));
  return { tiers, newInWeek: rows.reduce((sum, row) => sum + Number(row.new), 0) };
}

/** The users who began the most runs in the last 24 hours. */
export async function busiestUsers(db: Database): Promise<Count[]> {
  return await db
    .selectFrom('run')
    .innerJoin('user', 'user.id', 'run.user_id')
    .select(({ fn }) => ['user.name', fn.countAll<number>().as('count')])
    .where('run.created_at', '>', dayAgo)
    .groupBy('user.name')
    .orderBy('count', 'desc')
    .orderBy('user.name')
    .limit(shown)
    .execute();
}

/** How many runs began in each of the last 24 hours that are full hours of UTC, the one under way last. */
export async function runsByHour(db: Database): Promise<{ hour: Date; count: number }[]> {
  const { rows } = await sql<{ hour: Date; count: number }>`
    select hour, count(run.id) as count
    from generate_series(date_trunc('hour', now()) - interval '23 hours', now(), interval '1 hour') as hour
    left join run on run.created_at >= hour and run.created_at < hour + interval '1 hour'
    group by hour order by hour`.execute(db);
  return rows;
}

/** Jobs that are not over: how many no process has begun, how many one has, and since when the first of those waits. */
export async function openJobs(
  db: Database,
): Promise<{ waiting: number; begun: number; oldestWaiting: Date | null }> {
  return await db
    .selectFrom('job')
    .select([
      sql<number>`count(*) filter (where attempts = 0)`.as('waiting'),
      sql<number>`count(*) filter (where attempts > 0)`.as('begun'),
      sql<Date | null>`min(created_at) filter (where attempts = 0)`.as('oldestWaiting'),
    ])
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();
}

/** Jobs, or turns, by state, of runs that began in the last 24 hours: found by the run's age, which has an index. */
export async function countStates(db: Database, table: 'job' | 'turn'): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select part.state as name, count(*) as count
    from run join ${sql.table(table)} as part on part.run_id = run.id
    where run.created_at > ${dayAgo} group by part.state order by part.state`.execute(db);
  return rows;
}

export async function countSchedules(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('schedule')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Bytes of the database, and of the largest tables with their indexes. */
export async function measureStorage(
  db: Database,
): Promise<{ bytes: number; tables: { name: string; bytes: number }[] }> {
  const all = await sql<{
    bytes: number;
  }>`select pg_database_size(current_database()) as bytes`.execute(db);
  const { rows: tables } = await sql<{ name: string; bytes: number }>`
    select case nspname when 'public' then relname else nspname || '.' || relname end as name,
      pg_total_relation_size(pg_class.oid) as bytes
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')
    order by bytes desc, name limit ${shown}`.execute(db);
  return { bytes: all.rows[0]?.bytes ?? 0, tables };
}
