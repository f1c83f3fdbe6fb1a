import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxAgents } from '../../src/index.ts';
import { createClient } from '../helpers/client.ts';
import { makeTemporaryFolder } from '../helpers/deployment.ts';
import { patientStop } from '../helpers/patience.ts';
import { runCommandHere } from '../helpers/run-command-here.ts';
import { type ServerProcess, startCommand, startServerProcess } from '../helpers/server-process.ts';

describe('agent-workers-server', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await makeTemporaryFolder();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function run(...arguments_: string[]) {
    return await startCommand(arguments_).ended;
  }

  it.each([
    [['--prot', '1'], /Unknown option '--prot'/],
    [['--port', 'eighty'], /--port eighty is not a port/],
    [['--port'], /--port <value>' argument missing/],
    [['--model-name', 'x'], /--model-base-url and --model-name go together/],
    [['dance'], /There's no command dance/],
    [['create-key'], /--user is missing/],
    [
      ['create-jwt', '--user', 'ann', '--tier', 'gold'],
      /--tier gold is not a tier: give standard or sandbox/,
    ],
    [['--quota', 'gold=1'], /--quota gold=1 is not NAME=NUMBER with one of these names: jobs, runs/],
    [['--trusted-proxies', 'ten'], /--trusted-proxies ten is not a number of proxies/],
    [['--admin-port', '0'], /--admin-port needs a token of at least 16 characters in ADMIN_TOKEN/],
    [['--cors-origins', 'app.example'], /--cors-origins app\.example is not an origin/],
    [['--drain-delay', 'long'], /--drain-delay long is not a number of seconds/],
    [['backup'], /Give the file to write/],
    [['--jwt-issuer', 'https://a.example'], /--jwt-issuer, --jwt-audience and --jwks-url go together/],
  ])('%j ends with one sentence and exit code 2', async (arguments_, sentence) => {
    const { exitCode, stderr } = await runCommandHere(arguments_);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('ends its process with that exit code and sentence', async () => {
    const { exitCode, stderr } = await run('dance');
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^.*There's no command dance.*\n$/)]);
  });

  it('refuses --exit-with-parent where standard input tells nothing of a parent', async () => {
    const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
    const arguments_ = ['--conditions=@agent-workers/source', main, '--exit-with-parent', '--port', '0'];
    const server = spawn(process.execPath, arguments_, { stdio: ['ignore', 'ignore', 'pipe'] });
    const [stderr, [exitCode]] = await Promise.all([text(server.stderr), once(server, 'exit')]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(
      /^agent-workers-server: --exit-with-parent needs a pipe .* or start the server with a pipe\.\n$/,
    );
  });

  it('prints its version', async () => {
    const { exitCode, stdout } = await runCommandHere(['--version']);
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/)]);
  });

  it('says that the database is out of reach, and never the password', async () => {
    const DATABASE_URL = 'postgresql://ann:secret-word@127.0.0.1:1/work';
    const { exitCode, stderr } = await runCommandHere(['--port', '0'], { DATABASE_URL });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/database work at 127\.0\.0\.1:1 can't be used: .*ECONNREFUSED/);
    expect(stderr).not.toContain('secret-word');
  });

  it('says that a data folder is impossible, also below one that takes no others', async () => {
    const { exitCode, stderr } = await runCommandHere(['--port', '0', '--data-dir', '/proc/agent-workers']);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/The data folder can't be used: ENOENT.*Choose another with --data-dir/);
  });

  it('says that the port is in use', async () => {
    const blocker = createServer();
    const port = await new Promise<number>((resolve) => {
      blocker.listen(0, '127.0.0.1', () => resolve(Number(Object(blocker.address()).port)));
    });
    const { exitCode, stderr } = await runCommandHere([
      '--port',
      String(port),
      '--data-dir',
      `${folder}/port`,
    ]);
    blocker.close();
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/the port is in use\. Choose another with --port/);
  });

  describe('on one folder, time after time,', () => {
    let first: ServerProcess;
    let second: ServerProcess;
    const here = () => ['--data-dir', `${folder}/kept`];
    beforeAll(async () => {
      first = await startServerProcess(here());
    });

    it('refuses it while another server uses it, and names that process', async () => {
      const { exitCode, stderr } = await runCommandHere(['--port', '0', ...here()]);
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(new RegExp(`in use by process ${first.child.pid}.*DATABASE_URL`));
      expect((await first.client.post('Still there?')).status).toBe(200);
    });

    it('keeps the keys of the sandbox and takes its earlier JWTs after a restart', async () => {
      await first.crash();
      second = await startServerProcess([...here(), '--exit-with-parent']);
      const { apiKey, jwt } = first.ready.credentials;
      expect(second.ready.credentials.apiKey).toBe(apiKey);
      const headers = { authorization: `Bearer ${jwt}` };
      expect((await fetch(`${second.ready.baseUrl}/me/`, { headers })).status).toBe(200);
    });

    it('--exit-with-parent stops it when standard input ends', async () => {
      second.child.stdin?.end();
      expect((await second.ended).exitCode).toBe(0);
    });

    it('stops with exit code 0 on SIGTERM, and the answer under way reaches its client whole', async () => {
      const third = await startServerProcess([...here(), ...patientStop]);
      const body = JSON.stringify({ message: '/stream 30 2' });
      const response = await third.client.request(sandboxAgents.demo, { method: 'POST', body });
      third.child.kill('SIGTERM');
      expect(await response.text()).toContain('wörd30');
      expect((await third.ended).exitCode).toBe(0);
    });
  });

  it('makes users, keys and agents that a server without a sandbox serves', async () => {
    const dataDir = ['--data-dir', `${folder}/real`];
    const make = (...words: string[]) => runCommandHere([...words, '--user', 'ann', ...dataDir]);
    const key = await make('create-key');
    const jwt = await make('create-jwt');
    const agent = await make('create-agent', '--name', 'A', '--prompt', 'Be kind.');
    const { child, ended } = startCommand(['--port', '0', ...dataDir]);
    let banner = '';
    for await (const chunk of child.stdout) {
      banner += chunk;
      if (banner.includes('create-key')) break;
    }
    const agentsUrl = /http:\S+\/agents/.exec(banner)?.[0] ?? '';
    const client = createClient({ fetch, agentsUrl, apiKey: key.stdout.trim() });
    expect((await client.post('Hello', agent.stdout.trim())).status).toBe(200);
    const headers = { authorization: `Bearer ${jwt.stdout.trim()}` };
    const keys = await fetch(`${new URL(agentsUrl).origin}/me/api-keys`, { headers });
    expect(await keys.text()).toContain('"create-key"');
    expect(banner).not.toContain('awk_');
    child.kill('SIGKILL');
    await ended;
  });
});
