import { UserError } from '../platform/errors.ts';
import { userDataFolder } from '../store/user-folders.ts';
import { commandTable } from './options/command-table.ts';
import { readEnvironment } from './options/environment.ts';
import { readOptions } from './options/read-options.ts';
import { type Seeding, seedDeployment } from './seed/seed-deployment.ts';
import { createControl, withControl } from './seed/with-control.ts';

/** Prints a deployment config for conformance runs, with all that it names made before. */
export async function seed(arguments_: string[]): Promise<void> {
  const options = readOptions(commandTable.seed.options, arguments_);
  const { url, name, days, 'control-url': controlUrl, 'data-dir': dataDir } = options;
  const seeding = { url, name, days };
  const config =
    controlUrl === undefined ? await seedDatabase(dataDir, seeding) : await seedRunning(controlUrl, seeding);
  process.stdout.write(`${JSON.stringify(config, null, 2)}\n`);
}

async function seedRunning(url: string, seeding: Seeding): Promise<object> {
  const token = readEnvironment(process.env).CONTROL_TOKEN;
  if (!token) throw new UserError("--control-url needs the server's token in CONTROL_TOKEN.");
  return await seedDeployment(createControl(fetch, { url, token }), seeding);
}

async function seedDatabase(dataDir: string | undefined, seeding: Seeding): Promise<object> {
  const { DATABASE_URL: databaseUrl, AGENT_WORKERS_SECRET: secret } = readEnvironment(process.env);
  const options = { dataDir: dataDir ?? userDataFolder(), databaseUrl, secret };
  return await withControl(options, (control) => seedDeployment(control, seeding));
}
