import { sql } from 'kysely';
import type { Database } from './store.ts';

/** How long a process may be silent before others take its turns for dead. */
const leaseSeconds = 15;

export interface Turn {
  id: string;
  runId: string;
}

/** When the lease of a turn ends that is renewed now. */
export const leaseEnd = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`;

export async function hasRunningTurn(db: Database, runId: string): Promise<boolean> {
  const row = await db
    .selectFrom('turn')
    .select('id')
    .where('run_id', '=', runId)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a turn is under way in a run of the user, or of anybody with an agent of theirs. */
export async function hasRunningTurnOf(db: Database, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('turn')
    .innerJoin('run', 'run.id', 'turn.run_id')
    .innerJoin('agent', 'agent.id', 'run.agent_id')
    .select('turn.id')
    .where('turn.state', '=', 'running')
    .where((is) => is.or([is('run.user_id', '=', userId), is('agent.user_id', '=', userId)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** Says that these turns are still being worked on. */
export async function renewLeases(db: Database, turnIds: readonly string[]): Promise<void> {
  if (turnIds.length === 0) return;
  await db
    .updateTable('turn')
    .set({ lease_until: leaseEnd })
    .where('id', 'in', turnIds)
    .where('state', '=', 'running')
    .execute();
}

/** Turns that no process works on any more: expired ones, and all of other owners when none of them can be alive. */
export async function listAbandonedTurns(
  db: Database,
  owner: { ownerId: string; isAlone: boolean },
): Promise<Turn[]> {
  const rows = await db
    .selectFrom('turn')
    .select(['id', 'run_id'])
    .where('state', '=', 'running')
    .where((is) => {
      const isExpired = is('lease_until', '<', sql<Date>`now()`);
      return owner.isAlone ? is.or([isExpired, is('owner_id', '!=', owner.ownerId)]) : isExpired;
    })
    .execute();
  return rows.map((row) => ({ id: row.id, runId: row.run_id }));
}
