import { atLeast, atMost, type Figure } from './figure.ts';
import { percentile } from './percentile.ts';
import { runProgram } from './run-program.ts';
import { timesOf } from './times-of.ts';
import { withUsers } from './users.ts';

const fourASecond = { count: 20, apart: 250 };
const inARow = 40;

/** JavaScript programs of one user: four a second, for each of which a process waits, and one after the other. */
export async function measurePrograms(): Promise<Figure[]> {
  return await withUsers(async (server, addUser) => {
    const user = await addUser();
    const run = () => runProgram(server, user, '6 * 7');
    await run();
    const awaited = percentile(await timesOf(run, fourASecond), 0.5);
    const began = performance.now();
    await timesOf(run, { count: inARow });
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
