/** The peer: bare hono handlers over runs and an agent in memory, without users, a database or a second process. */
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';

const runs = new Map<string, object[]>();
const agent = { agent_id: 'demo', name: 'Demo', chat_prompt: 'Be brief.' };
const app = new Hono();
app.get('/agents/demo/:run_id', (context) => context.json(runs.get(context.req.param('run_id')) ?? []));
app.post('/agents/demo', async (context) => {
  const { message } = await context.req.json();
  const runId = crypto.randomUUID();
  const answer = `You said: ${message}`;
  runs.set(runId, [
    { role: 'user', content: message },
    { role: 'assistant', content: answer },
  ]);
  return context.text(answer, 200, { 'x-service-run-id': runId });
});
app.get('/me/agents/demo', (context) => context.json(agent));
app.patch('/me/chats/demo', async (context) => context.json(Object.assign(agent, await context.req.json())));
const server = createAdaptorServer({ fetch: app.fetch });
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address?.port}\n`);
});
