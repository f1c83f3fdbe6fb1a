import type { Identity } from '../identity/identity.ts';
import type { SandboxJwts } from './sandbox-keys.ts';

const lifetimeSeconds = 30 * 24 * 60 * 60;

/** JWTs for the sandbox users, good for 30 days; none where another issuer signs them. */
export async function issueSandboxJwts({ issue }: Identity): Promise<Partial<SandboxJwts>> {
  if (!issue) return {};
  const [jwt, otherJwt, sandboxJwt] = await Promise.all([
    issue({ subject: 'sandbox', tier: 'standard' }, lifetimeSeconds),
    issue({ subject: 'sandbox-other', tier: 'standard' }, lifetimeSeconds),
    issue({ subject: 'sandbox-tier', tier: 'sandbox' }, lifetimeSeconds),
  ]);
  return { jwt, otherJwt, sandboxJwt };
}
