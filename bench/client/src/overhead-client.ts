import { clients } from './clients.ts';

/** Prints the CPU microseconds per request of one client: best of the rounds, in a process of its own. */
async function measure(name: string, baseUrl: string): Promise<number> {
  const getRun = clients[name]?.(baseUrl);
  if (!getRun) throw new Error(`There's no client ${name}; there are ${Object.keys(clients).join(', ')}.`);
  for (let count = 0; count < 800; count += 1) await getRun();
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 4; round += 1) best = Math.min(best, await microsecondsOf(getRun, 500));
  return best;
}

async function microsecondsOf(getRun: () => Promise<unknown>, requests: number): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < requests; count += 1) await getRun();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / requests;
}

const [name = '', baseUrl = ''] = process.argv.slice(2);
process.stdout.write(`${await measure(name, baseUrl)}\n`);
