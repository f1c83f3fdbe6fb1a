import type { Tier } from '../domain/visibility.ts';
import { UserError } from '../platform/errors.ts';
import { createEmbeddedIssuer } from '../platform/oidc-verifier.ts';
import { loadSecret } from '../platform/secrets/load-secret.ts';
import { userDataFolder } from '../store/user-folders.ts';
import { parseArguments, parseDays } from './parse-arguments.ts';
import { requireOption } from './with-store.ts';

const secondsPerDay = 86_400;
const maximumDays = 9999;

/** Prints a JWT for a user, signed by the embedded issuer; the server may be running. */
export async function createJwt(arguments_: string[]): Promise<void> {
  const options = parseArguments(arguments_, {
    user: { type: 'string' },
    tier: { type: 'string', default: 'standard' },
    days: { type: 'string', default: '30' },
    'data-dir': { type: 'string' },
  });
  const subject = requireOption('user', options.user);
  const secret = loadSecret(
    options['data-dir'] ?? userDataFolder(),
    process.env.AGENT_WORKERS_SECRET || undefined,
  );
  const claims = { subject, tier: parseTier(options.tier) };
  const jwt = await createEmbeddedIssuer(secret).issue(
    claims,
    parseDays(options.days, maximumDays) * secondsPerDay,
  );
  process.stdout.write(`${jwt}\n`);
}

function parseTier(text: string): Tier {
  if (text === 'standard' || text === 'sandbox') return text;
  throw new UserError(`--tier ${text} is not a tier: give standard or sandbox.`);
}
