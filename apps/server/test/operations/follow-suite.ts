import { expect, it, vi } from 'vitest';
import { sandboxAgents } from '../../src/index.ts';
import type { Line } from '../helpers/client.ts';
import type { Deployment } from '../helpers/deployment.ts';
import { holdJobs } from '../helpers/hold-jobs.ts';
import { patience } from '../helpers/patience.ts';

interface NumberedLine extends Line {
  seq: number;
}

/** Reads an NDJSON body line by line, as a client does that shows what comes. */
async function* linesOf(response: Response): AsyncGenerator<NumberedLine, void> {
  let rest = '';
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line);
  }
}

const follow = async ({ client }: Deployment, runId: string, after = 0) =>
  await client.request(`ndjson/${sandboxAgents.demo}/${runId}?after=${after}`);

async function collect(lines: AsyncGenerator<NumberedLine, void>): Promise<NumberedLine[]> {
  const all: NumberedLine[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

async function readAll(response: Response): Promise<NumberedLine[]> {
  return await collect(linesOf(response));
}

/** Following a run that is answered in one process from another, which may be the same. */
export function defineFollowSuite(processes: () => { answering: Deployment; reading: Deployment }): void {
  const begin = async (message: string) => {
    const body = JSON.stringify({ message });
    const { client } = processes().answering;
    const response = await client.request(`ndjson/${sandboxAgents.demo}`, { method: 'POST', body });
    return { runId: response.headers.get('x-service-run-id') ?? '', response };
  };

  it('a run is followed from its beginning while it is answered, to the end of its turn', async () => {
    const { runId, response } = await begin('/stream 60 10');
    const followed = linesOf(await follow(processes().reading, runId));
    expect((await followed.next()).value).toMatchObject({ type: 'user-message', seq: 1 });
    const { value: first } = await followed.next();
    expect(first).toMatchObject({ type: 'text', seq: 2 });
    // What has been said is there for readers of the run before the turn has ended.
    const { client, user } = processes().reading;
    expect((await client.get(runId)).messages).toEqual([{ role: 'user', content: '/stream 60 10' }]);
    const logs = await user.call('listAgentRunLogs', { path: { run_id: runId } });
    expect(logs.body.map(({ kind }: { kind: string }) => kind)).toContain('text');
    const rest = await collect(followed);
    const streamed = await readAll(response);
    expect([first, ...rest]).toEqual(streamed);
    expect((await client.get(runId)).messages).toHaveLength(2);
  });

  it('a follower goes on after the number that it has seen, as if nothing had happened', async () => {
    const { runId, response } = await begin('/stream 40');
    const streamed = await readAll(response);
    const seen = 1 + Math.floor(streamed.length / 2);
    const rest = await readAll(await follow(processes().reading, runId, seen));
    expect(rest).toEqual(streamed.filter(({ seq }) => seq > seen));
    expect(await readAll(await follow(processes().reading, runId, streamed.at(-1)?.seq))).toEqual([]);
  });

  it('a follower hears of the end of a background job', async () => {
    const { answering, reading } = processes();
    const held = await holdJobs(answering.app, reading.app);
    const { runId, response } = await begin('/background return 6 * 7');
    await readAll(response);
    const followed = await follow(reading, runId);
    expect(followed.headers.get('x-service-job-id')).not.toBeNull();
    await held.release();
    const lines = await readAll(followed);
    expect(lines.at(-1)).toMatchObject({
      type: 'job',
      state: 'succeeded',
      text: expect.stringContaining('42'),
    });
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
  });

  it('refuses the run of another user, and a place that is not a number', async () => {
    const { runId, response } = await begin('Hello');
    await readAll(response);
    const { otherClient, client } = processes().reading;
    const path = `ndjson/${sandboxAgents.demo}/${runId}`;
    expect((await otherClient.request(path)).status).toBe(404);
    expect((await client.request(`${path}?after=-1`)).status).toBe(422);
  });

  it('a follower who goes away stops nothing', async () => {
    const { runId, response } = await begin('/stream 40 5');
    const followed = await follow(processes().reading, runId);
    await followed.body?.cancel();
    expect((await readAll(response)).at(-1)?.type).toBe('done');
    await vi.waitUntil(
      async () => (await processes().reading.client.get(runId)).messages.length === 2,
      patience,
    );
  });
}
