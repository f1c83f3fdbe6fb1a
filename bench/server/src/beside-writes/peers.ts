import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@agent-workers/test-deployment/free-port';
import { type Place, postJson, readsOf, sendJson } from './place.ts';

/** Does something with a peer, which ends afterwards. */
export async function withBareHono<Result>(use: (place: Place) => Promise<Result>): Promise<Result> {
  const store = join(import.meta.dirname, 'bare-store.ts');
  const child = spawn(process.execPath, [store], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [said] = await once(child.stdout, 'data');
    const origin = String(said).trim();
    const reads = await readsOf({
      origin,
      headers: { ofRuns: {}, ofAgent: {} },
      agentPath: '/me/agents/demo',
      async makeRun() {
        const { headers } = await postJson(`${origin}/agents/demo`, { message: 'Hello' });
        return `/agents/demo/${headers.get('x-service-run-id')}`;
      },
    });
    return await use({
      name: 'bare hono, nothing stored',
      reads,
      write: (index) =>
        index % 2 === 0
          ? sendJson('PATCH', `${origin}/me/chats/demo`, { name: 'Meanwhile' })
          : postJson(`${origin}/agents/demo`, { message: 'Meanwhile' }),
    });
  } finally {
    child.kill();
  }
}

const langgraph = join(import.meta.dirname, '../../peers/langgraph');
const startMilliseconds = 60_000;

/** LangGraph's development server, which keeps all in memory. @throws when npm can't install it, or it doesn't start. */
export async function withLangGraph<Result>(use: (place: Place) => Promise<Result>): Promise<Result> {
  const folder = await installLangGraph();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const command = join(folder, 'node_modules/@langchain/langgraph-cli/dist/cli/cli.mjs');
  const child = spawn(
    process.execPath,
    [command, 'dev', '--no-browser', '--host', '127.0.0.1', '--port', `${port}`],
    {
      cwd: folder,
      stdio: 'ignore',
      // It starts another process, which has to end with it.
      detached: true,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, LANGSMITH_TRACING: 'false' },
    },
  );
  try {
    await untilItAnswers(origin, child);
    return await use(await langGraphPlace(origin));
  } finally {
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  }
}

/** Once, beside the files that say what to install. */
async function installLangGraph(): Promise<string> {
  const folder = join(import.meta.dirname, '../../node_modules/.cache/langgraph');
  cpSync(langgraph, folder, { recursive: true });
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return folder;
  const npm = spawn('npm', ['install', '--no-audit', '--no-fund', '--loglevel', 'error'], {
    cwd: folder,
    stdio: 'ignore',
  });
  const [exitCode] = await once(npm, 'exit');
  if (exitCode !== 0) throw new Error(`npm could not install it (exit code ${exitCode})`);
  return folder;
}

async function untilItAnswers(origin: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + startMilliseconds;
  while (performance.now() < until && child.exitCode === null) {
    const isUp = await fetch(`${origin}/ok`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await pause(200);
  }
  throw new Error('it did not start');
}

async function langGraphPlace(origin: string): Promise<Place> {
  const input = (content: string) => ({
    assistant_id: 'agent',
    input: { messages: [{ role: 'user', content }] },
  });
  const makeThread = async () => Object(await (await postJson(`${origin}/threads`, {})).json()).thread_id;
  const [assistant]: { assistant_id: string }[] = JSON.parse(
    await (await postJson(`${origin}/assistants/search`, {})).text(),
  );
  const written = await makeThread();
  const reads = await readsOf({
    origin,
    headers: { ofRuns: {}, ofAgent: {} },
    agentPath: `/assistants/${assistant?.assistant_id}`,
    async makeRun() {
      const thread = await makeThread();
      await (await postJson(`${origin}/threads/${thread}/runs/wait`, input('Hello'))).text();
      return `/threads/${thread}/state`;
    },
  });
  return {
    name: "LangGraph's development server, in memory",
    reads,
    write: (index) =>
      index % 2 === 0
        ? sendJson('PATCH', `${origin}/threads/${written}`, { metadata: { name: 'Meanwhile' } })
        : postJson(`${origin}/runs/wait`, input('Meanwhile')),
  };
}
