import { UserError } from '../platform/errors.ts';
import { userDataFolder } from '../store/user-folders.ts';
import { parseArguments, parseDays } from './parse-arguments.ts';
import { type Seeding, seedDeployment } from './seed/seed-deployment.ts';
import { createControl, withControl } from './seed/with-control.ts';

// The control surface issues no JWT for longer.
const maximumDays = 365;

/** Prints a deployment config for conformance runs, with all that it names made before. */
export async function seed(arguments_: string[]): Promise<void> {
  const options = parseArguments(arguments_, {
    url: { type: 'string', default: 'http://127.0.0.1:8787' },
    'control-url': { type: 'string' },
    name: { type: 'string', default: 'conformance' },
    days: { type: 'string', default: '30' },
    'data-dir': { type: 'string' },
  });
  const seeding = {
    url: parseUrl('--url', options.url),
    name: options.name,
    days: parseDays(options.days, maximumDays),
  };
  const controlUrl = options['control-url'];
  const config =
    controlUrl === undefined
      ? await seedDatabase(options['data-dir'], seeding)
      : await seedRunning(parseUrl('--control-url', controlUrl), seeding);
  process.stdout.write(`${JSON.stringify(config, null, 2)}\n`);
}

async function seedRunning(url: string, seeding: Seeding): Promise<object> {
  const token = process.env.CONTROL_TOKEN;
  if (!token) throw new UserError("--control-url needs the server's token in CONTROL_TOKEN.");
  return await seedDeployment(createControl(fetch, { url, token }), seeding);
}

async function seedDatabase(dataDir: string | undefined, seeding: Seeding): Promise<object> {
  const options = {
    dataDir: dataDir ?? userDataFolder(),
    databaseUrl: process.env.DATABASE_URL || undefined,
    secret: process.env.AGENT_WORKERS_SECRET || undefined,
  };
  return await withControl(options, (control) => seedDeployment(control, seeding));
}

function parseUrl(name: string, text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new UserError(`${name} ${text} is not an address of the web.`);
}
