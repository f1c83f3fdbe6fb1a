import { setTimeout as pause } from 'node:timers/promises';
import { atLeast, atMost, type Figure } from './figure.ts';
import { percentile } from './percentile.ts';
import { runProgram } from './run-program.ts';
import { withUsers } from './users.ts';

const apart = { count: 20, milliseconds: 250 };
const inARow = 40;

/** JavaScript programs of one user: four a second, for each of which a process waits, and one after the other. */
export async function measurePrograms(): Promise<Figure[]> {
  return await withUsers(async (server, addUser) => {
    const user = await addUser();
    const run = () => runProgram(server, user, '6 * 7');
    await run();
    const awaited = percentile(await timesOf(run, apart), 0.5);
    const began = performance.now();
    await timesOf(run, { count: inARow, milliseconds: 0 });
    const rate = (inARow * 1000) / (performance.now() - began);
    return [
      {
        text: `outcome after ${awaited.toFixed(0)} ms (median, four a second)`,
        budget: atMost({ value: awaited, limit: 50, unit: ' ms' }),
      },
      {
        text: `${rate.toFixed(0)} programs a second, one after the other`,
        budget: atLeast({ value: rate, limit: 15 }),
      },
    ];
  });
}

async function timesOf(run: () => Promise<void>, { count, milliseconds }: typeof apart): Promise<number[]> {
  const times: number[] = [];
  for (let done = 0; done < count; done += 1) {
    const began = performance.now();
    await run();
    times.push(performance.now() - began);
    await pause(milliseconds);
  }
  return times;
}
