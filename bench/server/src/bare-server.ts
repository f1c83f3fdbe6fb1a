/** The peer: a bare hono handler that always answers with the bytes of its first argument, and no database. */
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';

const body = process.argv[2] ?? '';
const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
const app = new Hono().get('/me/agents/:agent_id', () => new Response(body, { headers }));
const server = createAdaptorServer({ fetch: app.fetch });
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address?.port}\n`);
});
