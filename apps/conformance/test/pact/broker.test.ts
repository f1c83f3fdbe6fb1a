import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { listen } from '../helpers/listen.ts';
import {
  answerWith,
  canIDeploy,
  pact,
  publish,
  recordDeployment,
  startForTests,
  teapot,
  verify,
  whoAmI,
} from './broker-at-work.ts';

startForTests();

describe('At a broker', () => {
  test('a contract goes from publishing over verifying to what may be deployed, and is recorded', async () => {
    expect(await publish('c1', 'main', [whoAmI])).toMatchObject({ exitCode: 0 });
    expect(await canIDeploy('shop', 'c1')).toMatchObject({
      exitCode: 3,
      out: expect.stringContaining('Not known yet.'),
    });

    expect(await verify('p1')).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('1 verified, 0 broken'),
    });
    expect(await canIDeploy('user-api', 'p1')).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('Yes.'),
    });
    expect(await recordDeployment('user-api', 'p1')).toMatchObject({ exitCode: 0 });
    expect(await canIDeploy('shop', 'c1')).toMatchObject({ exitCode: 0 });
    expect(await recordDeployment('shop', 'c1')).toMatchObject({ exitCode: 0 });

    answerWith(500);
    expect(await verify('p2')).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('expected 200 but was 500'),
    });
    answerWith(200);
    expect(await canIDeploy('user-api', 'p2')).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('No.'),
    });
  });

  test('a version keeps its content', async () => {
    expect(await publish('d1', 'main', [whoAmI])).toMatchObject({ exitCode: 0 });
    expect(await publish('d1', 'main', [teapot])).toMatchObject({ exitCode: 1 });
    expect(await publish('d1', 'main', [whoAmI])).toMatchObject({ exitCode: 0 });
  });

  test('a pending contract breaks nothing, and is not verified either', async () => {
    await publish('e1', 'feature', [whoAmI, teapot]);
    const ofFeature = ['--selector', '{"branch": "feature"}'];
    expect(await verify('p3', ofFeature)).toMatchObject({ exitCode: 1 });
    const outcome = await verify('p3', [...ofFeature, '--pending']);
    expect(outcome).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('1 verified, 0 broken, 1 not verified'),
    });
    expect(outcome.out).toContain('pending: no release relies on it yet');
  });

  test('work in progress is taken along, and breaks nothing', async () => {
    await publish('f1', 'experiment', [{ ...teapot, description: 'an experiment' }, whoAmI]);
    const ofMain = ['--selector', '{"mainBranch": true}', '--pending'];
    const outcome = await verify('p6', [...ofMain, '--wip-since', '2020-01-01']);
    expect(outcome).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/not verified .*an experiment/),
    });
    expect((await verify('p6', ofMain)).out).not.toContain('an experiment');
  });

  test('where there is no contract, nothing is verified', async () => {
    const outcome = await verify('p4', ['--selector', '{"branch": "no-such-branch"}']);
    expect(outcome).toMatchObject({ exitCode: 3, out: expect.stringContaining('NOTHING VERIFIED') });
  });

  test('names that it does not know are wrong use', async () => {
    const unknown = await canIDeploy('nobody', 'v1');
    expect(unknown).toMatchObject({
      exitCode: 2,
      out: '',
      progress: expect.stringContaining("name 'nobody'"),
    });
    const never = await recordDeployment('shop', 'never');
    expect(never).toMatchObject({ exitCode: 2, out: '' });
    expect(never.progress).toContain('The broker knows no version never of shop');
    expect(await verify('p5', ['--selector', 'main'])).toMatchObject({ exitCode: 2, out: '' });
  });
});

describe('One sentence and exit code 4 are enough', () => {
  test.each([
    ['publish', ['--version', 'v', '--branch', 'b']],
    ['verify', ['--broker']],
  ])('for a broker that is not there: %s', async (command, args) => {
    const { url, close } = await listen(() => new Response());
    await close();
    const named = args.flatMap((arg) => (arg === '--broker' ? [arg, url] : [arg]));
    const outcome = await pact(command, named, { PACT_BROKER_BASE_URL: url });
    expect(outcome).toMatchObject({ exitCode: 4, out: '' });
    expect(outcome.progress).toMatch(/^agent-conformance: No answer at the broker \S+: .*ECONNREFUSED.*\n$/);
  });

  test('for a wrong token', async () => {
    const outcome = await pact('can-i-deploy', ['--pacticipant', 'shop', '--version', 'c1', '--to', 'test'], {
      PACT_BROKER_TOKEN: 'wrong',
    });
    expect(outcome).toMatchObject({ exitCode: 4, out: '' });
    expect(outcome.progress).toContain('refused the credentials with status 401');
    expect(outcome.progress).not.toContain('wrong');
  });
});

test('The test broker says itself that it is not for production', async () => {
  const main = fileURLToPath(new URL('broker/main.ts', import.meta.url));
  const args = ['--conditions=@agent-workers/source', main, '--help'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toContain('not for production');
});
