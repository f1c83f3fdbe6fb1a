import type { ServerProcess } from '@agent-workers/test-deployment/start-server-process';
import { atMost, type Figure } from './figure.ts';
import { percentile } from './percentile.ts';
import { runProgram } from './run-program.ts';
import { timesOf } from './times-of.ts';
import { type User, withUsers } from './users.ts';

const quietUsers = 9;
const programsOfEach = 12;
const noisyPrograms = 40;

/** Programs of nine quiet users, alone and beside one who wants every place. Budget: a p99 of at most twice that alone. */
export async function measureNoisyUser(): Promise<Figure[]> {
  return await withUsers(async (server, addUser) => {
    const quiet = await Promise.all(Array.from({ length: quietUsers }, () => addUser()));
    const noisy = await addUser();
    await sample(server, quiet);
    const alone = await sample(server, quiet);
    const end = makeNoise(server, noisy);
    const beside = await sample(server, quiet);
    await end();
    const [one, other] = [percentile(alone, 0.99), percentile(beside, 0.99)];
    const medians = `medians ${percentile(alone, 0.5).toFixed(0)} and ${percentile(beside, 0.5).toFixed(0)} ms`;
    const text = `p99 of nine quiet users ${one.toFixed(0)} ms, beside a noisy one ${other.toFixed(0)} ms, ratio ${(other / one).toFixed(1)} (${medians})`;
    return [{ text, budget: atMost({ value: other / one, limit: 2 }) }];
  });
}

/** How long their programs took, of each user one after the other, in milliseconds. */
async function sample(server: ServerProcess, users: readonly User[]): Promise<number[]> {
  const times = users.map((user) =>
    timesOf(() => runProgram(server, user, '6 * 7'), { count: programsOfEach }),
  );
  return (await Promise.all(times)).flat();
}

/** Keeps so many programs of one user in line. @returns what ends that. */
function makeNoise(server: ServerProcess, user: User): () => Promise<void> {
  let goesOn = true;
  const lines = Array.from({ length: noisyPrograms }, async () => {
    while (goesOn) await runProgram(server, user, 'await sleep(1500)');
  });
  return async () => {
    goesOn = false;
    // Those in line need not be waited for.
    await Promise.race(lines);
  };
}
