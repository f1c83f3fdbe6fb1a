import type { CreatedAt } from './column-types.ts';

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
