import { sql } from 'kysely';
import type { Database } from './store.ts';

/** One record of a user, and what kind of record it is. */
export interface ExportedRecord {
  kind: string;
  record: object;
}

const pageSize = 200;

/** All that is kept of a user, but for hashes and sealed secrets; read in pages, for it may be much. */
export async function* exportUserData(db: Database, userId: string): AsyncGenerator<ExportedRecord, void> {
  for (const [kind, columns, source, order] of selections)
    for (let offset = 0; ; offset += pageSize) {
      const page = sql<object>`select ${sql.raw(columns)} from ${sql.raw(source)} = ${userId}
        order by ${sql.raw(order)} limit ${sql.lit(pageSize)} offset ${sql.lit(offset)}`;
      const { rows } = await page.execute(db);
      for (const record of rows) yield { kind, record };
      if (rows.length < pageSize) break;
    }
}

const ofAgents = (table: string) => `${table} join agent on agent.id = ${table}.agent_id where agent.user_id`;
const ofRuns = (table: string) => `${table} join run on run.id = ${table}.run_id where run.user_id`;

/** Kind, columns, the table up to what must equal the user's id, and a total order. */
const selections: readonly (readonly [string, string, string, string])[] = [
  ['user', 'id, name, tier, created_at', '"user" where id', 'id'],
  ['api_key', 'id, name, is_default, created_at', 'api_key where user_id', 'id'],
  ['agent', '*', 'agent where user_id', 'id'],
  ['agent_file', 'agent_file.*', ofAgents('agent_file'), 'agent_file.id'],
  ['agent_theme', 'agent_theme.*', ofAgents('agent_theme'), 'agent_theme.agent_id'],
  ['agent_price', 'agent_price.*', ofAgents('agent_price'), 'agent_price.agent_id'],
  ['feedback', '*', 'agent_feedback where user_id', 'id'],
  ['run', 'id, agent_id, created_at', 'run where user_id', 'id'],
  ['message', 'message.*', ofRuns('message'), 'message.run_id, message.seq'],
  ['run_event', 'run_event.*', ofRuns('run_event'), 'run_event.run_id, run_event.seq'],
  ['job', 'job.*', ofRuns('job'), 'job.id'],
  ['tool_execution', '*', 'tool_execution where user_id', 'id'],
  ['studio_chat', '*', 'studio_chat where user_id', 'run_id'],
  ['schedule', '*', 'schedule where user_id', 'id'],
  ['installed_tool', 'tool_id, mcp_url, mcp_tools, created_at', 'user_tool where user_id', 'tool_id'],
  [
    'connection',
    'namespace, service_id, created_at',
    'auth_connection where user_id',
    'namespace, service_id',
  ],
  ['bundle', '*', 'bundle where user_id', 'id'],
  [
    'bundle_tool',
    'bundle_tool.*',
    'bundle_tool join bundle on bundle.id = bundle_tool.bundle_id where bundle.user_id',
    'bundle_tool.bundle_id, bundle_tool.tool_id',
  ],
  ['credits', 'balance, updated_at', 'credits where user_id', 'user_id'],
  ['subscription', '*', 'subscription where user_id', 'id'],
  ['payment', '*', 'payment where user_id', 'event_id'],
  ['vip_code', '*', 'vip_code where owner_id', 'code'],
  ['vip_redemption', '*', 'vip_redemption where user_id', 'code'],
];
