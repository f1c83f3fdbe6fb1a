import type { ColumnType, Generated } from 'kysely';
import type { Tier } from '../identity/caller.ts';

type CreatedAt = ColumnType<Date, never, never>;

/** Written as JSON text, read back parsed. The columns are `json`, not `jsonb`, which refuses U+0000. */
type Json<Value> = ColumnType<Value, string, string>;

export interface UserTable {
  id: string;
  name: string;
  tier: Generated<Tier>;
  created_at: CreatedAt;
}

export interface ApiKeyTable {
  id: Generated<number>;
  user_id: string;
  name: string;
  key_hash: string;
  created_at: CreatedAt;
}

export interface AgentTable {
  id: string;
  user_id: string;
  name: string;
  prompt: string;
  created_at: CreatedAt;
}

export interface RunTable {
  id: string;
  agent_id: string;
  user_id: string;
  job_id: string | null;
  created_at: CreatedAt;
}

export interface MessageTable {
  run_id: string;
  seq: number;
  turn_id: string;
  role: 'user' | 'assistant';
  content: Json<string>;
  created_at: CreatedAt;
}

export interface RunEventTable {
  run_id: string;
  seq: number;
  turn_id: string;
  kind: string;
  data: Json<unknown>;
  created_at: CreatedAt;
}

export interface TurnTable {
  id: string;
  run_id: string;
  owner_id: string;
  state: 'running' | 'finished' | 'failed' | 'interrupted';
  lease_until: Date;
  created_at: CreatedAt;
  ended_at: Date | null;
}

export interface JobTable {
  id: string;
  run_id: string;
  turn_id: string;
  tool_call_id: string;
  input: Json<JobInput>;
  state: 'running' | 'succeeded' | 'failed';
  outcome: Json<unknown> | null;
  created_at: CreatedAt;
  ended_at: Date | null;
}

/** What a background job has to run: one program for the code interpreter. */
export interface JobInput {
  language: 'javascript';
  code: string;
}

/** Every table of ours; pg-boss keeps its own in the schema `pgboss`. */
export interface Schema {
  user: UserTable;
  api_key: ApiKeyTable;
  agent: AgentTable;
  run: RunTable;
  message: MessageTable;
  run_event: RunEventTable;
  turn: TurnTable;
  job: JobTable;
}
