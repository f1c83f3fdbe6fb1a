import { describe, expect, it } from 'vitest';
import { createWorkersClient, followRun, type Transport } from '../src/index.ts';
import { collect } from './helpers/chunks.ts';

/** Sends these events, and breaks off after each text that is no whole line. */
function broken(...answers: string[]): { transport: Transport; asked: unknown[] } {
  const asked: unknown[] = [];
  const transport: Transport = async ({ method, query }) => {
    asked.push([method, query?.after]);
    const text = answers.shift() ?? '';
    let sent = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (!sent) controller.enqueue(new TextEncoder().encode(text));
        else if (text.endsWith('\n')) controller.close();
        else controller.error(new TypeError('terminated'));
        sent = true;
      },
    });
    return new Response(body, { headers: { 'x-service-run-id': 'r' } });
  };
  return { transport, asked };
}

const quick = { delay: 1 };

describe('A run that is followed', () => {
  it('goes on after the last event where its own stream breaks', async () => {
    const { transport, asked } = broken('{"seq":1}\n{"seq":2}\n{"se', '{"seq":3}\n{', '{"seq":4}\n');
    const run = await createWorkersClient({ transport }).startForEvents('a', 'hi');
    expect(await collect(followRun(run, quick))).toEqual([{ seq: 1 }, { seq: 2 }, { seq: 3 }, { seq: 4 }]);
    expect(asked).toEqual([
      ['POST', undefined],
      ['GET', 2],
      ['GET', 3],
    ]);
  });

  it('gives up when the connection breaks too often in a row', async () => {
    const { transport, asked } = broken('{', '{', '{');
    const run = createWorkersClient({ transport }).resume('a', 'r');
    const following = collect(followRun(run, { after: 7, reconnects: 2, ...quick }));
    await expect(following).rejects.toThrow('followRun lost connection.');
    expect(asked).toEqual([
      ['GET', 7],
      ['GET', 7],
      ['GET', 7],
    ]);
  });

  it('whose events were read says how to go on after them', async () => {
    const { transport } = broken('{"seq":1}\n');
    const run = await createWorkersClient({ transport }).startForEvents('a', 'hi');
    await run.events.toArray({ limit: 1 });
    await expect(collect(followRun(run))).rejects.toThrow('{ after: last.seq }');
  });

  it('is not followed where a deployment offers nothing of the kind', async () => {
    const run = createWorkersClient({ transport: async () => new Response('', { status: 404 }) }).resume(
      'a',
      'r',
    );
    await expect(collect(followRun(run))).rejects.toMatchObject({ status: 404, operation: 'followRun' });
  });
});
