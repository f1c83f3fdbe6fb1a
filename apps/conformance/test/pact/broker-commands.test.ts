import { describe, expect, test } from 'vitest';
import { runCli } from '../helpers/judge-target.ts';
import { listen } from '../helpers/listen.ts';
import {
  addressOf,
  broker,
  deployment,
  makeTrouble,
  pact,
  publish,
  startForTests,
  teapot,
  verify,
  whoAmI,
} from './broker-at-work.ts';

startForTests();

import { writeTemporary } from './small-pact.ts';

describe('A broker that does not take the outcome', () => {
  const isOutcome = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
    method === 'POST' && path.endsWith('/verification-results');

  test.each([
    [403, 'refused the credentials with status 403'],
    [500, 'answered with status 500'],
    [404, 'did not take the outcome for shop g1 (main) with user-api'],
  ])('with status %d ends with 4, and nothing is said to conform', async (answered, says) => {
    await publish('g1', 'main', [{ ...whoAmI, description: 'who I am to a broker in trouble' }]);
    makeTrouble((request) => (isOutcome(request) ? answered : undefined));
    const outcome = await verify('p7');
    makeTrouble(undefined);
    expect(outcome).toMatchObject({ exitCode: 4, out: '', progress: expect.stringContaining(says) });
  });

  test.each([
    ['publish', '/contracts/publish', ['--version', 'h1', '--branch', 'main']],
    ['can-i-deploy', '/matrix', ['--pacticipant', 'shop', '--version', 'g1', '--to', 'test']],
    [
      'record-deployment',
      '/pacticipants',
      ['--pacticipant', 'shop', '--version', 'g1', '--environment', 'test'],
    ],
    ['environment', '/environments', ['list']],
    ['matrix', '/matrix', ['--pacticipant', 'shop']],
  ])('or fails at %s ends with 4 too', async (command, path, args) => {
    makeTrouble((request) => (request.path.startsWith(path) ? 502 : undefined));
    const [action = '', ...others] = args;
    const outcome = await pact(command, [action, ...others]);
    makeTrouble(undefined);
    expect(outcome).toMatchObject({ exitCode: 4, out: '', progress: expect.stringContaining('status 502') });
  });
});

describe('Wrong use is told before anything is asked', () => {
  test.each([
    [['--selector', '{"branch": "x", "latest": "true"}'], 'latest: '],
    [['--selector', '{"mainBrnch": true}'], 'Did you mean mainBranch?'],
    [['--selector', '{}'], 'it selects nothing'],
    [['--wip-since', 'yesterday', '--provider-branch', 'main'], 'takes a date such as'],
    [['--wip-since', '2026-01-31'], '--wip-since needs --provider-branch'],
    [['--publish'], '--publish needs --provider-version'],
    [['--publish', '--provider-version', 'p', '--only', 'x'], 'leave --only out'],
    [['--pact', 'a.json'], 'from --broker or from the files'],
    [['--pact', 'a.json', '--pact', 'http://127.0.0.1:9/pact'], 'not both at once'],
  ])('%j', async (args, says) => {
    const outcome = await pact('verify', ['--broker', 'http://127.0.0.1:9', ...args]);
    expect(outcome).toMatchObject({ exitCode: 2, out: '', progress: expect.stringContaining(says) });
  });

  test('for a place that the broker does not have, with the nearest', async () => {
    await publish('i1', 'main', [whoAmI]);
    const args = ['--pacticipant', 'shop', '--version', 'i1', '--environment', 'produktion'];
    const outcome = await pact('record-deployment', args);
    expect(outcome).toMatchObject({
      exitCode: 2,
      progress: expect.stringContaining('Did you mean production?'),
    });
  });
});

describe('A contract at a broker', () => {
  test('is verified at the address that a webhook announces, and its outcome published', async () => {
    await publish('j1', 'trunk', [{ ...whoAmI, description: 'who I am on trunk' }]);
    const pactUrl = await addressOf('j1');
    const config = await writeTemporary('config.json', { baseUrl: deployment.url, profile: 'full' });
    const args = ['--pact', pactUrl, '--config', config, '--provider-version', 'p8', '--publish'];
    const outcome = await pact('verify', args);
    expect(outcome).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('shop j1 (trunk) → user-api'),
    });
    const { out } = await pact('matrix', ['--pacticipant', 'shop', '--version', 'j1']);
    expect(out).toMatch(/shop +j1 +user-api +p8 +verified\n/);
  });

  test('is found at an address with user info, which opens the broker and is never shown', async () => {
    await publish('m1', 'trunk', [{ ...teapot, description: 'a teapot at an address' }]);
    const place = (await addressOf('m1')).replace('://', '://user:a-password@');
    const config = await writeTemporary('config.json', { baseUrl: deployment.url, profile: 'full' });
    const found = await pact('verify', ['--pact', place, '--config', config]);
    const refused = await pact('verify', ['--pact', place, '--config', config], { PACT_BROKER_TOKEN: '' });
    expect([found.exitCode, refused.exitCode]).toEqual([1, 4]);
    expect(refused.progress).toContain('refused the credentials with status 401');
    expect([found, refused].map(({ out, progress }) => out + progress).join()).not.toContain('a-password');
  });

  test('is found again by the line that a finding ends with, and a password in an address is not in it', async () => {
    await publish('k1', 'again', [{ ...teapot, description: "it's a teapot" }]);
    const withPassword = broker.url.replace('://', '://user:a-password@');
    const config = await writeTemporary('config.json', { baseUrl: deployment.url, profile: 'full' });
    const selector = '{"branch":"again"}';
    const args = ['--config', config, '--selector', selector, '--provider', 'user-api'];
    const outcome = await pact('verify', ['--broker', withPassword, ...args]);
    expect(outcome.exitCode).toBe(1);
    expect(outcome.out).toContain(
      `again: agent-conformance pact verify --only 'it'\\''s a teapot' --provider user-api --broker '${broker.url}' --selector '${selector}'`,
    );
    expect(`${outcome.out}${outcome.progress}`).not.toContain('a-password');
  });

  test('is asked of the broker of the environment as soon as an option is one of a broker', async () => {
    const config = await writeTemporary('config.json', { baseUrl: deployment.url, profile: 'full' });
    const outcome = await pact('verify', ['--config', config, '--selector', '{"branch": "no-such-branch"}']);
    expect(outcome).toMatchObject({ exitCode: 3, out: expect.stringContaining('NOTHING VERIFIED') });
  });
});

describe('What a broker knows of places and branches', () => {
  test('is told by a command each', async () => {
    expect(await pact('environment', ['create', '--name', 'staging'])).toMatchObject({ exitCode: 0 });
    expect(await pact('environment', ['create', '--name', 'staging'])).toMatchObject({
      exitCode: 2,
      progress: expect.stringContaining("Another environment with name 'staging' already exists"),
    });
    expect(await pact('environment', ['list'])).toMatchObject({
      exitCode: 0,
      out: 'test\nproduction  production\nstaging\n',
    });
    await publish('l1', 'trunk', [{ ...whoAmI, description: 'who I am in l1' }]);
    expect(await pact('branch', ['--pacticipant', 'shop', '--main', 'trunk'])).toMatchObject({ exitCode: 0 });
    expect(await verify('p9', ['--selector', '{"mainBranch": true}'])).toMatchObject({
      out: expect.stringContaining('who I am in l1'),
    });
    const there = ['--pacticipant', 'shop', '--environment', 'staging'];
    const version = ['--version', 'l1'];
    expect(await pact('record-release', [...there, ...version])).toMatchObject({ exitCode: 0 });
    expect(await pact('record-deployment', [...there, ...version])).toMatchObject({ exitCode: 0 });
    expect(await pact('record-undeployment', there)).toMatchObject({
      exitCode: 0,
      out: 'shop l1 is recorded as gone from staging.\n',
    });
    expect(await pact('record-undeployment', there)).toMatchObject({ exitCode: 2 });
    expect(await pact('branch', ['--pacticipant', 'shop', '--main', 'main'])).toMatchObject({ exitCode: 0 });
  });
});

test('Ctrl-C makes neither side responsible', async () => {
  const stop = new AbortController();
  const hanging = await listen(() => {
    stop.abort();
    return new Promise(() => {});
  });
  const args = ['pact', 'environment', 'list', '--broker', hanging.url];
  const outcome = await runCli(args, {}, stop.signal);
  await hanging.close();
  expect(outcome).toMatchObject({ exitCode: 3, out: '' });
  expect(outcome.progress).toBe(
    'agent-conformance: Interrupted. Nothing is known, and nothing more was sent.\n',
  );
});
