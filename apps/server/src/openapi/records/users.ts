import { z } from 'zod';
import { id, tier, time } from './record-parts.ts';

const hiddenKey = z.object({
  api_key_id: z.int(),
  name: z.string(),
  is_default: z.boolean(),
  created_at: time,
});

export const userRecords = {
  UserWithTier: z.object({ user_id: id, name: z.string().describe('The subject of the JWT.'), tier }),
  ApiKeyHidden: hiddenKey,
  ApiKey: hiddenKey.extend({ key: z.string().optional() }),
  CliAuthModel: z.object({ cli_auth_id: id, expires_at: time }),
};

export const userBodies = {
  CliAuthInsertModel: z.looseObject({
    jwt: z.string().optional().describe("Left out, the caller's own JWT is attached."),
  }),
};
