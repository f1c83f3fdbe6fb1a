import { startServerProcess } from '@agent-workers/test-deployment/start-server-process';
import { atMost, type Figure } from './figure.ts';
import { median } from './percentile.ts';
import { withFolder } from './with-folder.ts';

const rounds = 7;

/** From the start of the process until it listens, on a folder that is there. Budget: 1,000 ms. */
export async function measureStart(): Promise<Figure[]> {
  return await withFolder(async (folder) => {
    const start = async () => {
      const began = performance.now();
      const server = await startServerProcess(['--data-dir', folder]);
      const time = performance.now() - began;
      server.child.kill('SIGTERM');
      await server.ended;
      return time;
    };
    const first = await start();
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await start());
    const [best, worst] = [Math.min(...times), Math.max(...times)].map(Math.round);
    const text = `start to listening, warm: median ${median(times).toFixed(0)} ms of ${rounds} (best ${best}, worst ${worst}); in a new folder ${first.toFixed(0)} ms`;
    return [{ text, budget: atMost({ value: median(times), limit: 1_000, unit: ' ms' }) }];
  });
}
