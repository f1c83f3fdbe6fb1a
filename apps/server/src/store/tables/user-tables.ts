import type { Generated } from 'kysely';
import type { CreatedAt } from './column-types.ts';

export interface ApiKeyTable {
  id: Generated<number>;
  user_id: string;
  name: string;
  key_hash: string;
  /** The value, encrypted, for its owner to read again; null in keys made before values were kept. */
  sealed: string | null;
  is_default: Generated<boolean>;
  created_at: CreatedAt;
}

export interface ApiKeyTables {
  api_key: ApiKeyTable;
}

export interface CliAuthSessionTable {
  id: string;
  user_id: string | null;
  /** The JWT, encrypted; the row goes when it's read. */
  sealed_jwt: string | null;
  expires_at: Date;
  created_at: CreatedAt;
}

export interface CliAuthTables {
  cli_auth_session: CliAuthSessionTable;
}
