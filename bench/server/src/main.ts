/** Measures what is named, or everything. Command: pnpm --filter @agent-workers/bench-server bench [figure …] */
const figures = {
  'json-get': async () => (await import('./json-get.ts')).measureJsonGet(),
  'beside-writes': async () => (await import('./beside-writes.ts')).measureBesideWrites(),
  writes: async () => (await import('./writes.ts')).measureWrites(),
  durable: async () => (await import('./durable.ts')).measureDurable(),
  'deaf-clients': async () => (await import('./deaf-clients.ts')).measureDeafClients(),
  'twelve-jobs': async () => (await import('./twelve-jobs.ts')).measureTwelveJobs(),
  start: async () => (await import('./start.ts')).measureStart(),
  'many-streams': async () => (await import('./many-streams.ts')).measureManyStreams(),
  'first-byte': async () => (await import('./first-byte.ts')).measureFirstByte(),
  'idle-streams': async () => (await import('./idle-streams.ts')).measureIdleStreams(),
  'noisy-user': async () => (await import('./noisy-user.ts')).measureNoisyUser(),
  'thousand-runs': async () => (await import('./thousand-runs.ts')).measureThousandRuns(),
};

const names = process.argv.slice(2).filter((name) => name !== '--');
const unknown = names.filter((name) => !Object.hasOwn(figures, name));
if (unknown.length > 0) {
  process.stderr.write(
    `No such figure: ${unknown.join(', ')}. There are ${Object.keys(figures).join(', ')}.\n`,
  );
  process.exit(2);
}
for (const [name, measure] of Object.entries(figures)) {
  if (names.length > 0 && !names.includes(name)) continue;
  for (const line of await measure()) process.stdout.write(`${name}: ${line}\n`);
}
process.exit();
