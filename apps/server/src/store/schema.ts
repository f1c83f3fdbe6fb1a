import type { ColumnType, Generated } from 'kysely';
import type { Language } from '../domain/program.ts';
import type { Tier } from '../domain/visibility.ts';
import type { AgentTables, ScheduleTables, StudioChatTables } from './tables/agent-tables.ts';
import type { CreatedAt, Json } from './tables/column-types.ts';
import type { MoneyTables } from './tables/money-tables.ts';
import type { ToolTables } from './tables/tool-tables.ts';
import type { ApiKeyTables, CliAuthTables } from './tables/user-tables.ts';

export interface UserTable {
  id: string;
  name: string;
  tier: Generated<Tier>;
  created_at: CreatedAt;
}

export interface RunTable {
  id: string;
  agent_id: string;
  user_id: string;
  job_id: string | null;
  created_at: ColumnType<Date, Date, never>;
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
  attempts: Generated<number>;
  created_at: CreatedAt;
  ended_at: Date | null;
}

/** What a background job has to run: one program for the code interpreter. */
export interface JobInput {
  language: Language;
  code: string;
}

export interface DeploymentTable {
  id: Generated<boolean>;
  secret_check: string;
}

/** Every table of ours; pg-boss keeps its own in the schema `pgboss`. */
export interface Schema
  extends MoneyTables,
    AgentTables,
    ApiKeyTables,
    CliAuthTables,
    StudioChatTables,
    ToolTables,
    ScheduleTables {
  deployment: DeploymentTable;
  user: UserTable;
  run: RunTable;
  message: MessageTable;
  run_event: RunEventTable;
  turn: TurnTable;
  job: JobTable;
}
