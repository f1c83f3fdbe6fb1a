import { expect, test } from 'vitest';
import { runCli } from '../helpers/judge-target.ts';
import { listen } from '../helpers/listen.ts';
import { unwrapped } from '../helpers/unwrapped.ts';

const rule = 'auth.others-require-bearer';

/** A user's own record, with this answer to requests without a credential. */
async function replayOn(status: number, cause?: string) {
  const target = await listen((request) =>
    request.headers.get('authorization') === 'Bearer token'
      ? Response.json({ id: 1 }, { status: new URL(request.url).pathname === '/me/' ? 200 : 404 })
      : Response.json({ id: 1 }, { status }),
  );
  const named = cause === undefined ? [] : ['--cause', cause];
  const args = ['replay', '--rule', rule, '--base-url', target.url, ...named];
  const outcome = await runCli(args, { AGENT_WORKERS_JWT: 'token' });
  await target.close();
  return outcome;
}

test('a rule that probes show needs no seed: it fails again', async () => {
  const { exitCode, out } = await replayOn(200, 'probe.credential-is-required:status-200-with-missing');
  expect(exitCode).toBe(1);
  expect(unwrapped(out)).toMatch(/^ +1\. GET \/me.*Failed again: /s);
  expect(out).toContain('status 200');
  expect((await replayOn(200)).out).toContain('Failed again');
});

test('broken for another cause is changed', async () => {
  const { exitCode, out } = await replayOn(200, 'probe.credential-is-required:status-204-with-missing');
  expect(exitCode).toBe(1);
  expect(unwrapped(out)).toContain(
    'Changed: auth.others-require-bearer is still broken, but for another cause: probe.credential-is-required:status-200-with-missing instead of probe.credential-is-required:status-204-with-missing',
  );
});

test('kept is fixed', async () => {
  const { exitCode, out } = await replayOn(401, 'probe.credential-is-required:status-200-with-missing');
  expect({ exitCode, out }).toEqual({
    exitCode: 0,
    out: expect.stringMatching(/^Fixed: .* was judged and kept \d+ times\.\n$/),
  });
});

test('a target in trouble says nothing about it', async () => {
  const target = await listen((request) =>
    Response.json({ id: 1 }, { status: new URL(request.url).pathname === '/me/' ? 200 : 503 }),
  );
  const period = 'monetization.get-summary-period-is-1-to-365';
  const args = ['replay', '--rule', period, '--base-url', target.url];
  const { exitCode, out } = await runCli(args, { AGENT_WORKERS_JWT: 'token' });
  await target.close();
  expect({ exitCode, out }).toEqual({ exitCode: 3, out: expect.stringContaining('Not reproduced: ') });
});
