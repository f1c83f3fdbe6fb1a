/** The peer: a bare hono handler that says one word and then nothing. */
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { answerWeighings } from './answer-weighings.ts';

const word = new TextEncoder().encode('word');
const app = new Hono().post('/', () => {
  let said = false;
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
      if (said) return await new Promise(() => {});
      said = true;
      controller.enqueue(word);
    },
  };
  return new Response(new ReadableStream(source, { highWaterMark: 0 }));
});
const server = createAdaptorServer({ fetch: app.fetch });
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  answerWeighings();
  if (typeof address === 'object')
    process.send?.({ url: `http://127.0.0.1:${address?.port}`, method: 'POST', headers: {}, body: '' });
});
