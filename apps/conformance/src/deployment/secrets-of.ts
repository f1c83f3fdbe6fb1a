import { hiddenHeaders } from './connection.ts';
import type { Deployment } from './deployment.ts';

/** Whatever a deployment's config holds that opens something: credentials, codes, signatures, and headers of a gateway. */
export function secretsOf({
  credentials,
  stateToken,
  fixtures: { vipCode, ownVipCode, webhook },
  connection,
}: Pick<Deployment, 'credentials' | 'stateToken' | 'fixtures' | 'connection'>): readonly (
  | string
  | undefined
)[] {
  return [
    ...Object.values(credentials),
    stateToken,
    vipCode,
    ownVipCode,
    webhook?.validSignature,
    webhook?.secret,
    ...hiddenHeaders(connection),
  ];
}
