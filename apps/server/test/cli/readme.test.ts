import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listener, listen } from '../../src/app/listen.ts';
import { type Deployment, makeTemporaryFolder, startDeployment } from '../helpers/deployment.ts';
import { documents } from '../helpers/documents.ts';
import { controlToken, holdJobs } from '../helpers/hold-jobs.ts';
import { startMcpServer, type TestMcpServer } from '../helpers/mcp-server.ts';

/** What each example prints, in the order in which the documents have them. */
const printed: RegExp[][] = [
  [/^HTTP\/1.1 200/, /x-service-run-id: [0-9a-f-]{36}/i, /You wrote “Hello”/],
  [/"type":"tool-call"/, /"type":"tool-result".*TID-4821/, /"type":"done"/],
  [
    /x-service-job-id: /i,
    /I started that in the background/,
    /Not yet\./,
    /You wrote “And now\?”/,
    /Result: 42/,
  ],
  [/"name":"notes\.txt"/, /result: 45/, /"result":42/, /30 9 \* \* 1-5/],
  [/"cli_auth_id"/, /"[\w-]+\.[\w-]+\.[\w-]+"$/],
  [/"user_id".*"api_key"/],
  [/"type":"job".*"state":"running"/, /"type":"job".*"state":"succeeded".*42/],
  [/"result":42/],
  [/"tool_id":"sums"/, /"text":"5"/],
  [/30 9 \* \* 1-5/],
  [/"status":"active"/],
];

/** What an example prints while its job is held: so the job is under way until then, however slow the machine is. */
const printedWhileHeld = 'Not yet.';

/** The fenced blocks with requests, in which all that isn't there in a test stands for what is. */
function readExamples(replaced: Record<string, string>): string[] {
  const blocks = [...documents.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  return blocks
    .filter((block) => /^(\w+=\$\()?curl /m.test(block))
    .map((block) =>
      Object.entries(replaced).reduce((left, [one, other]) => left.replaceAll(one, other), block),
    );
}

describe('the examples of the documents', () => {
  let folder: string;
  let deployment: Deployment;
  let server: TestMcpServer;
  let listeners: Listener[];
  let examples: string[];
  let environment: NodeJS.ProcessEnv;
  beforeAll(async () => {
    folder = await makeTemporaryFolder();
    deployment = await startDeployment({ controlToken });
    server = await startMcpServer();
    const { app } = deployment;
    const anywhere = { host: '127.0.0.1', port: 0 };
    const api = await listen(app, anywhere);
    const control = await listen({ fetch: async (request) => await Object(app).control(request) }, anywhere);
    listeners = [api, control];
    examples = readExamples({
      'http://127.0.0.1:8788': control.origin,
      'http://127.0.0.1:3000/mcp': server.url,
    });
    // A refusal ends an example, which then fails.
    await writeFile(join(folder, '.curlrc'), 'fail-with-body\nsilent\n');
    environment = {
      PATH: process.env.PATH,
      CURL_HOME: folder,
      HOME: folder,
      ORIGIN: api.origin,
      API_KEY: app.sandboxKeys?.apiKey,
      JWT: app.sandboxKeys?.jwt,
      CONTROL_TOKEN: controlToken,
    };
  });
  afterAll(async () => {
    for (const listener of listeners) void listener.close();
    await deployment.close();
    await server.close();
    await rm(folder, { recursive: true });
  });

  async function run(example: string) {
    const held = await holdJobs(deployment.app);
    if (!example.includes(printedWhileHeld)) await held.release();
    const child = spawn('sh', ['-euc', example], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (piece: Buffer) => {
      if (piece.includes(printedWhileHeld)) void held.release();
    });
    const [output, errors, [exitCode]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { exitCode, output, errors };
  }

  it('are all known here', () => {
    expect(examples).toHaveLength(printed.length);
  });

  it.each(printed.map((patterns, index) => ({ patterns, index })))('number $index works', async (one) => {
    const { exitCode, output, errors } = await run(examples[one.index] ?? '');
    expect({ exitCode, errors }, output).toEqual({ exitCode: 0, errors: '' });
    for (const pattern of one.patterns) expect(output).toMatch(pattern);
  });
});
