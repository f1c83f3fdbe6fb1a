import { createEmbeddedIssuer } from '../platform/oidc-verifier.ts';
import { loadSecret } from '../platform/secrets/load-secret.ts';
import { userDataFolder } from '../store/user-folders.ts';
import { commandTable } from './options/command-table.ts';
import { readEnvironment } from './options/environment.ts';
import { readOptions } from './options/read-options.ts';

const secondsPerDay = 86_400;

/** Prints a JWT for a user, signed by the embedded issuer; the server may be running. */
export async function createJwt(arguments_: string[]): Promise<void> {
  const { user, tier, days, ...options } = readOptions(commandTable['create-jwt'].options, arguments_);
  const dataDir = options['data-dir'] ?? userDataFolder();
  const secret = loadSecret(dataDir, readEnvironment(process.env).AGENT_WORKERS_SECRET);
  const jwt = await createEmbeddedIssuer(secret).issue({ subject: user, tier }, days * secondsPerDay);
  process.stdout.write(`${jwt}\n`);
}
