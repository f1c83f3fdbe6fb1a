import type { Generated } from 'kysely';
import type { Visibility } from '../../domain/visibility.ts';
import type { CreatedAt, Json } from './column-types.ts';

export interface AgentTable {
  id: string;
  user_id: string;
  name: string;
  prompt: string;
  description: string | null;
  visibility: Generated<Visibility>;
  vanity_slug: string | null;
  upsell_description: string | null;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
}

export interface AgentThemeTable {
  agent_id: string;
  theme_color: string;
  updated_at: Generated<Date>;
}

export interface AgentFileTable {
  id: string;
  agent_id: string;
  name: string;
  media_type: string;
  content: string;
  position: number;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

export interface AgentFeedbackTable {
  id: Generated<number>;
  agent_id: string;
  user_id: string;
  feedback: Json<unknown>;
  created_at: CreatedAt;
}

export interface AgentTables {
  agent: AgentTable;
  agent_theme: AgentThemeTable;
  agent_file: AgentFileTable;
  agent_feedback: AgentFeedbackTable;
}

export interface StudioChatTable {
  run_id: string;
  user_id: string;
  title: string | null;
  agent_id: string | null;
  visibility: Visibility;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
}

export interface StudioChatTables {
  studio_chat: StudioChatTable;
}

export interface ScheduleTable {
  id: string;
  user_id: string;
  chat_id: string;
  cron: string;
  message: string;
  last_occurrence: Date | null;
  created_at: CreatedAt;
  /** Occurrences before it don't count for the schedule. */
  changed_at: Date;
}

export interface ScheduleTables {
  schedule: ScheduleTable;
}
