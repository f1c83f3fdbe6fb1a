import { sql } from 'kysely';
import type { Database } from './store.ts';

/**
 * Deletes a user with all that is theirs. Call it in a transaction. What others earned by them and what others said to
 * their agents stays, and names the user no more.
 */
export async function deleteUserData(db: Database, userId: string): Promise<void> {
  for (const statement of statements(userId)) await statement.execute(db);
}

/** In an order in which nothing refers to what is gone. */
function statements(id: string) {
  const runs = sql`(select id from run where user_id = ${id})`;
  const agents = sql`(select id from agent where user_id = ${id})`;
  const subscriptions = sql`(select id from subscription where user_id = ${id})`;
  const kept = sql`(select agent_id from run where agent_id in ${agents})`;
  return [
    sql`update run set job_id = null where user_id = ${id}`,
    sql`delete from run_event where run_id in ${runs}`,
    sql`delete from message where run_id in ${runs}`,
    sql`delete from tool_execution where user_id = ${id} or run_id in ${runs}`,
    sql`delete from job where run_id in ${runs}`,
    sql`delete from turn where run_id in ${runs}`,
    sql`delete from run where user_id = ${id}`,
    sql`delete from schedule where user_id = ${id} or chat_id in ${agents}`,
    sql`delete from agent_file where agent_id in ${agents}`,
    sql`delete from agent_theme where agent_id in ${agents}`,
    sql`delete from agent_feedback where user_id = ${id} or agent_id in ${agents}`,
    sql`delete from agent_price where agent_id in ${agents}`,
    sql`update agent set name = '', prompt = '', description = null, upsell_description = null, vanity_slug = null,
      deleted_at = coalesce(deleted_at, now()), user_id = null where user_id = ${id} and id in ${kept}`,
    sql`delete from agent where user_id = ${id}`,
    sql`delete from studio_chat where user_id = ${id}`,
    sql`delete from cli_auth_session where user_id = ${id}`,
    sql`delete from api_key where user_id = ${id}`,
    sql`delete from user_tool where user_id = ${id}`,
    sql`delete from auth_connection where user_id = ${id}`,
    sql`delete from bundle where user_id = ${id}`,
    sql`delete from embedded_event where body like ${`%${id}%`}
      or exists (select 1 from subscription where user_id = ${id} and body like '%' || subscription.id || '%')`,
    sql`delete from embedded_checkout where request -> 'purpose' ->> 'userId' = ${id}
      or request -> 'purpose' ->> 'subscriptionId' in (select id::text from subscription where user_id = ${id})`,
    sql`delete from embedded_subscription where subscription_id in ${subscriptions}`,
    sql`update payment set user_id = null where user_id = ${id} and owner_id is not null`,
    sql`update payment set owner_id = null where owner_id = ${id}`,
    sql`delete from "user" where id = ${id}`,
  ];
}
