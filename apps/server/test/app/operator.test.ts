import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseOptions } from '../../src/cli/options/server-options.ts';
import { UserError } from '../../src/index.ts';
import { makeTemporaryFolder } from '../helpers/deployment.ts';
import { startServerProcess } from '../helpers/server-process.ts';

const token = 'control-token-of-the-tests';

describe('an operator', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await makeTemporaryFolder();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each<[string[], Record<string, string>, RegExp]>([
    [['--control-port', '0'], {}, /--control-port needs a token of at least 16 characters/],
    [['--control-port', '0'], { CONTROL_TOKEN: 'short' }, /--control-port needs a token/],
    [['--control-port', 'x'], { CONTROL_TOKEN: token }, /--control-port x is not a port/],
    [['--keep-runs', '0'], {}, /--keep-runs 0 is not a number of days/],
    [['--log-level', 'loud'], {}, /--log-level loud is no level/],
    [['--public-url', 'ftp://x'], {}, /--public-url ftp:\/\/x is not an address of the web/],
    [[], { STRIPE_SECRET_KEY: 'sk_test_secret' }, /STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together/],
  ])('who starts it with %j and %j is told what is wrong', (arguments_, environment, sentence) => {
    const start = () => parseOptions(arguments_, environment);
    expect(start).toThrow(UserError);
    expect(start).toThrow(sentence);
    expect(start).not.toThrow(/sk_test_secret/);
  });

  it('finds no secret in the logs, whatever goes wrong', async () => {
    const arguments_ = ['--data-dir', folder, '--control-port', '0'];
    const server = await startServerProcess(arguments_, { CONTROL_TOKEN: token });
    const control = await server.control;
    const { baseUrl, credentials, fixtures } = server.ready;
    const secrets = [token, ...Object.values(credentials), fixtures.webhook.validSignature];
    const act = (method: string, path: string) =>
      fetch(`${control}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
    const failing = ['getCredits', 'listApiKeys', 'createCliAuthSession', 'getVipRedemptionCount'];
    for (const id of failing) expect((await act('PUT', `/faults/${id}`)).status).toBe(204);
    for (const path of ['/me/credits', '/me/api-keys', '/me/vip', `/me/credits?jwt=${credentials.jwt}`]) {
      for (const credential of secrets)
        await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${credential}` } });
    }
    await fetch(`${baseUrl}/me/cli-auth`, { method: 'POST' });
    await act('POST', '/payments/renewals/%00');
    server.child.kill('SIGTERM');
    const { exitCode, stdout, stderr } = await server.ended;
    expect(exitCode).toBe(0);
    expect(stderr).toContain('getCredits failed inside the server.');
    expect(stderr).toContain(`The control surface is at ${control}.`);
    expect(secrets.filter((secret) => stderr.includes(secret))).toEqual([]);
    // The two ready documents are what standard output is for, and all of it.
    const documents = stdout.trim().split('\n');
    expect(documents).toHaveLength(2);
    expect(JSON.parse(documents[1] ?? '')).toEqual({
      control: { url: control },
      programs: { place: 'here', isolation: expect.arrayContaining(['node-permissions']) },
    });
    expect(stdout).not.toContain(token);
  });
});
