import { sql } from 'kysely';
import type { Database } from './store.ts';

/** One line of a conversation, as the interface shows it. */
export interface Message {
  role: 'user' | 'assistant';
  content: string;
}

/** Adds a message at the end; the caller holds the run's lock, so no two get one number. */
export async function appendMessage(
  db: Database,
  place: { runId: string; turnId: string },
  message: Message,
): Promise<void> {
  await db
    .insertInto('message')
    .values({
      run_id: place.runId,
      turn_id: place.turnId,
      seq: sql<number>`(select coalesce(max(seq), 0) + 1 from message where run_id = ${place.runId})`,
      role: message.role,
      content: JSON.stringify(message.content),
    })
    .execute();
}
