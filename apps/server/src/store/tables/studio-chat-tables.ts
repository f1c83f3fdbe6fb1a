import type { Generated } from 'kysely';
import type { Visibility } from '../../domain/visibility.ts';
import type { CreatedAt } from './column-types.ts';

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
