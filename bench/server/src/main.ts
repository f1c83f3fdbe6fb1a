/**
 * Measures what is named, or everything; exits with 1 when a budget is missed.
 * Command: pnpm --filter @agent-workers/bench-server bench [figure …]
 */
import { type Figure, tell } from './figure.ts';

const figures: Readonly<Record<string, () => Promise<Figure[]>>> = {
  'json-get': async () => (await import('./json-get.ts')).measureJsonGet(),
  'beside-writes': async () => (await import('./beside-writes/beside-writes.ts')).measureBesideWrites(),
  writes: async () => (await import('./writes.ts')).measureWrites(),
  durable: async () => (await import('./durable.ts')).measureDurable(),
  'deaf-clients': async () => (await import('./deaf-clients.ts')).measureDeafClients(),
  uploads: async () => (await import('./uploads.ts')).measureUploads(),
  'twelve-jobs': async () => (await import('./twelve-jobs.ts')).measureTwelveJobs(),
  programs: async () => (await import('./programs.ts')).measurePrograms(),
  start: async () => (await import('./start.ts')).measureStart(),
  'many-streams': async () => (await import('./many-streams.ts')).measureManyStreams(),
  'first-byte': async () => (await import('./first-byte.ts')).measureFirstByte(),
  'idle-streams': async () => (await import('./idle-streams.ts')).measureIdleStreams(),
  'noisy-user': async () => (await import('./noisy-user.ts')).measureNoisyUser(),
  'thousand-runs': async () => (await import('./thousand-runs.ts')).measureThousandRuns(),
};

const names = process.argv.slice(2).filter((name) => name !== '--');
const unknown = names.filter((name) => !Object.hasOwn(figures, name));
if (unknown.length > 0)
  throw new Error(`No such figure: ${unknown.join(', ')}. There are ${Object.keys(figures).join(', ')}.`);

let missed = 0;
for (const [name, measure] of Object.entries(figures)) {
  if (names.length > 0 && !names.includes(name)) continue;
  for (const figure of await measure()) {
    process.stdout.write(`${name}: ${tell(figure)}\n`);
    if (figure.budget?.isKept === false) missed += 1;
  }
}
if (missed > 0) process.stdout.write(`Missed: ${missed} ${missed === 1 ? 'budget' : 'budgets'}.\n`);
process.exit(missed > 0 ? 1 : 0);
