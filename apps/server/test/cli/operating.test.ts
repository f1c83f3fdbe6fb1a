import { readFile, rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminToken } from '../helpers/admin.ts';
import { makeTemporaryFolder } from '../helpers/deployment.ts';
import { patience } from '../helpers/patience.ts';
import { runCommandHere } from '../helpers/run-command-here.ts';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';

const environment = { ADMIN_TOKEN: adminToken };

describe('on the command line an operator', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await makeTemporaryFolder();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const run = (...arguments_: string[]) => runCommandHere(arguments_, environment);

  it('manages users, keys and codes in a database that no server uses, as tables or as JSON', async () => {
    const here = ['--data-dir', `${folder}/managed`];
    const admin = (...words: string[]) => run('admin', ...words, ...here);
    expect((await admin('users', 'add', 'ann', '--json')).stdout).toContain('"name": "ann"');
    const set = JSON.parse((await admin('users', 'set', 'ann', '--credits', '5', '--json')).stdout);
    expect(set).toMatchObject({ name: 'ann', credits: 5, tier: 'standard' });
    const { key } = JSON.parse((await admin('keys', 'add', 'ann', '--json')).stdout);
    expect(key).toMatch(/^awk_/);
    await admin('codes', 'add', 'WELCOME', '--credits', '9', '--owner', 'ann');
    expect((await admin('codes', 'list')).stdout).toMatch(/^code +credits .*\nWELCOME +9 /);
    expect((await admin('jobs', 'list')).stdout).toBe('none\n');
    expect((await admin('users', 'delete', 'ann')).exitCode).toBe(0);
    const gone = await admin('users', 'show', 'ann');
    expect([gone.exitCode, gone.stderr]).toEqual([2, 'agent-workers-server: There is no user ann.\n']);
    expect((await admin('users', 'paint')).stderr).toMatch(/no such admin command; there are: users list/);
    expect((await admin('users', 'set', 'ann')).exitCode).toBe(2);
  });

  it('brings a database up to date before a server starts, as often as one likes', async () => {
    const here = ['--data-dir', `${folder}/migrated`];
    const first = await run('migrate', ...here);
    expect([first.exitCode, first.stdout]).toEqual([0, expect.stringMatching(/is up to date\.$/m)]);
    expect((await run('migrate', ...here)).exitCode).toBe(0);
    expect((await run('admin', 'jobs', 'list', ...here)).stdout).toBe('none\n');
    expect((await run('migrate', '--force')).exitCode).toBe(2);
  });

  describe('in a disaster drill', () => {
    let server: ServerProcess;
    let adminUrl: string;
    const dataDir = () => `${folder}/drilled`;
    beforeAll(async () => {
      server = await startServerProcess(
        ['--data-dir', dataDir(), '--admin-port', '0', '--durable'],
        environment,
      );
      [, adminUrl = ''] = await server.told(/^The admin port is at (\S+)\.$/);
    });

    it('backs a running server up, loses it, and restores all that was there', async () => {
      const { runId } = await server.client.post('Remember me.');
      const kept = await server.client.get(runId);
      const file = `${folder}/backup.tar.gz`;
      const made = await run('backup', file, '--url', adminUrl);
      expect([made.exitCode, made.stderr]).toEqual([0, expect.stringContaining(`The backup is in ${file}`)]);
      const late = await server.client.post('After the backup.');
      const users = await run('admin', 'users', 'list', '--url', adminUrl, '--json');
      expect(JSON.parse(users.stdout).length).toBeGreaterThan(1);
      await server.crash();
      const secret = await readFile(`${dataDir()}/secret.key`, 'utf8');
      const keys = await readFile(`${dataDir()}/sandbox-keys.json`, 'utf8');
      await rm(dataDir(), { recursive: true });

      const cut = `${folder}/cut.tar.gz`;
      await writeFile(cut, (await readFile(file)).subarray(0, -1_000));
      const broken = await run('restore', cut, '--data-dir', dataDir());
      expect([broken.exitCode, broken.stderr]).toEqual([
        2,
        expect.stringContaining(`${cut} can't be restored`),
      ]);

      expect((await run('restore', file, '--data-dir', dataDir())).exitCode).toBe(0);
      const again = await run('restore', file, '--data-dir', dataDir());
      expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining('There is a database in')]);
      await writeFile(`${dataDir()}/secret.key`, secret, { mode: 0o600 });
      await writeFile(`${dataDir()}/sandbox-keys.json`, keys, { mode: 0o600 });
      const restored = await startServerProcess(['--data-dir', dataDir()], environment);
      expect((await restored.client.get(runId)).messages).toEqual(kept.messages);
      expect((await restored.client.get(late.runId)).status).toBe(404);
      expect((await restored.client.put(runId, 'Go on.')).status).toBe(200);
      await restored.crash();
    });

    it('is told of a file that is not a backup, and nothing is restored', async () => {
      const file = `${folder}/broken.tar.gz`;
      await writeFile(file, 'no backup');
      const { exitCode, stderr } = await run('restore', file, '--data-dir', `${folder}/broken`);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining("broken.tar.gz can't be restored")]);
      expect((await run('restore', '/nowhere.tar.gz', '--data-dir', `${folder}/broken`)).exitCode).toBe(2);
      expect((await run('backup', '/nowhere/at/all', '--data-dir', `${folder}/other`)).exitCode).toBe(2);
    });
  });

  describe('of a server that other machines reach', () => {
    let server: ServerProcess;
    beforeAll(async () => {
      const open = ['--host', '0.0.0.0', '--admin-port', '0', '--admin-host', '0.0.0.0'];
      const here = ['--data-dir', `${folder}/open`, '--drain-delay', '2'];
      server = await startServerProcess([...here, ...open], environment);
    });
    afterAll(() => server.crash());

    it('is warned of its sandbox and of an issuer for development', async () => {
      await server.told(/^Warning: other machines reach a sandbox/);
      await server.told(/^Warning: this server signs its JWTs itself/);
      await server.told(/^Warning: the admin port can be reached from other machines/);
    });

    it('lets balancers look away before it stops', async () => {
      const { baseUrl } = server.ready;
      server.child.kill('SIGTERM');
      await expect.poll(async () => (await fetch(`${baseUrl}/readyz`)).status, patience).toBe(503);
      expect((await server.client.post('Still here?')).status).toBe(200);
      expect((await server.ended).exitCode).toBe(0);
    });
  });
});
