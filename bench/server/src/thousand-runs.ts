import type { ServerProcess } from '@agent-workers/test-deployment/start-server-process';
import { readMessages, startRun } from './conversation.ts';
import { atMost, type Figure } from './figure.ts';
import { withTwoServers } from './with-servers.ts';

const runs = 1_000;

interface Told {
  runId: string;
  message: string;
  answer: string;
}

/** Starts 1,000 runs at once in two processes on PostgreSQL, and reads each back through the other process. */
export async function measureThousandRuns(): Promise<Figure[]> {
  return await withTwoServers(async (servers) => {
    const began = performance.now();
    const at = (index: number): ServerProcess => servers[index % 2 === 0 ? 0 : 1];
    const outcomes = await Promise.allSettled(
      Array.from({ length: runs }, (_, index) => tell(at(index), `Message ${index}`)),
    );
    const seconds = (performance.now() - began) / 1000;
    const told = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const lost = await countLost(told, (index) => at(index + 1));
    const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    const why = reasons.length > 0 ? ` (${[...new Set(reasons)].join('; ')})` : '';
    const text = `${runs} runs at once, PostgreSQL, two processes: ${reasons.length} errors${why}, ${lost} messages lost, ${seconds.toFixed(1)} s`;
    return [{ text, budget: atMost({ value: reasons.length + lost, limit: 0, unit: ' errors and losses' }) }];
  });
}

async function tell(server: ServerProcess, message: string): Promise<Told> {
  const response = await startRun(server, message);
  return { runId: response.headers.get('x-service-run-id') ?? '', message, answer: await response.text() };
}

async function countLost(told: readonly Told[], server: (index: number) => ServerProcess): Promise<number> {
  let lost = 0;
  for (const [index, { runId, message, answer }] of told.entries()) {
    const expected = [
      { role: 'user', content: message },
      { role: 'assistant', content: answer },
    ];
    const messages = await readMessages(server(index), runId);
    lost += expected.filter(
      (one) => !messages.some((other) => JSON.stringify(other) === JSON.stringify(one)),
    ).length;
  }
  return lost;
}
