import { describe, expect, test } from 'vitest';
import type { Deployment } from '../../src/deployment/deployment.ts';
import { createJobTimeout } from '../../src/exchanges/job-timeout.ts';
import { runWithJob } from '../../src/pact/states/runs.ts';
import type { Scene } from '../../src/pact/states/state.ts';
import type { SmallInteraction } from './small-pact.ts';
import { bearer, startTarget, verify } from './small-target.ts';

describe('A user who may have but two bundles', () => {
  const bundles = new Set<number>();
  const create: SmallInteraction = {
    description: 'a new bundle',
    request: { method: 'POST', path: '/me/bundles', headers: bearer },
    response: { status: 200 },
  };
  const read = (id: string): SmallInteraction => ({
    description: `a bundle, read for the ${id} time`,
    states: [{ name: 'a bundle' }],
    request: { method: 'GET', path: '/me/bundles', headers: bearer },
    response: { status: 200 },
  });

  test('has room for each state, since what the one before it made is removed', async () => {
    let next = 40;
    const { url, seen } = await startTarget((routes) => {
      routes.get('/me/bundles', (context) => context.json([...bundles].map((bundle_id) => ({ bundle_id }))));
      routes.post('/me/bundles', (context) => {
        if (bundles.size === 2) return context.json({ detail: 'too many' }, 409);
        next += 1;
        bundles.add(next);
        return context.json({ bundle_id: next });
      });
      routes.get('/me/bundles/:id', (context) =>
        bundles.has(Number(context.req.param('id'))) ? context.json({}) : context.json({}, 404),
      );
      routes.delete('/me/bundles/:id', (context) =>
        context.json({}, bundles.delete(Number(context.req.param('id'))) ? 200 : 404),
      );
    });
    // The user's own, which is not to be touched.
    bundles.add(7);
    const outcome = await verify(url, [create, read('first'), read('second'), read('third')]);
    expect(outcome.out).toContain('4 verified, 0 broken');
    expect([...bundles]).toEqual([7]);
    expect(seen.map(({ path }) => path)).not.toContain('/me/bundles/7');
  });
});

describe('The name of a service', () => {
  test.each([
    [200, 0, '1 verified'],
    [201, 3, 'where listVibeServices shows the name of a service is only guessed'],
  ])(
    'that no field is known for is guessed: where %d is expected, the exit code is %d',
    async (status, exitCode, says) => {
      const { url } = await startTarget((routes) => {
        routes.get('/me/vibe/services', (context) =>
          context.json({ offered: [{ kind: 'mail' }, { kind: 'calendar' }] }),
        );
        routes.get('/me/agents', (context) => context.json([]));
      });
      const request = { method: 'GET', path: '/me/agents', headers: bearer };
      const states = [{ name: 'a vibe service' }];
      const outcome = await verify(url, [{ description: 'a', states, request, response: { status } }]);
      expect(outcome).toMatchObject({ exitCode, out: expect.stringContaining(says) });
    },
  );
});

describe('A schedule that only the list tells of', () => {
  test('is looked for once more where the list may be behind', async () => {
    const agent_id = '5a9db0c5-0000-4000-8000-000000000009';
    const schedule = { schedule_id: '5a9db0c5-0000-4000-8000-00000000000a', chat_id: agent_id };
    let looks = 0;
    const { url, seen } = await startTarget((routes) => {
      routes.post('/me/agents', (context) => context.json({ agent_id }));
      routes.post('/me/schedules', (context) => context.json({}));
      routes.get('/me/schedules', (context) => {
        looks += 1;
        return context.json({ items: looks === 1 ? [] : [schedule] });
      });
      routes.get('/me/schedules/:id', (context) => context.json(schedule));
    });
    const states = [{ name: 'a schedule' }];
    const request = { method: 'GET', path: '/me/agents', headers: bearer };
    await verify(url, [{ description: 'a', states, request, response: { status: 404 } }], {
      config: { consistencyWindow: 0.01 },
    });
    expect(looks).toBeGreaterThan(1);
    expect(seen.map(({ path }) => path)).toContain(`/me/schedules/${schedule.schedule_id}`);
  });
});

describe('A background job that is soon over', () => {
  test('is no trouble of the target: how long a job takes is not shown', async () => {
    const run = new Map([['x-service-run-id', 'r1']]);
    const job = new Map([['x-service-job-id', 'j1']]);
    let reads = 0;
    const succeed = async (operation: string) => {
      reads += operation === 'getRunMessages' ? 1 : 0;
      const headers = operation === 'startRun' ? run : reads === 1 ? job : new Map();
      return { operation, status: 200, headers, body: undefined, items: [], read: () => undefined };
    };
    const deployment: Deployment = {
      ...{ name: 'a', agentsUrl: 'http://a.invalid', baseUrl: undefined, credentials: {}, profile: 'full' },
      ...{ consistencyWindowMs: 0, fixtures: { agentId: 'a', message: 'Hi', backgroundMessage: 'Work' } },
    };
    const scene: Scene = {
      deployment,
      platform: { succeed, ask: succeed },
      before: {},
      jobTimeout: createJobTimeout(1_000, deployment),
    };
    const { doubt } = await runWithJob(scene, () => 'Work');
    expect(await doubt?.()).toMatchObject({ isTrouble: false });
  });
});

describe('A subscription that an earlier verification has ended', () => {
  const states = [{ name: 'an active subscription of the caller', params: { afterwards: 'ended' } }];
  const request = { method: 'GET', path: '/me/agents', headers: bearer };
  const agentId = '5a9db0c5-0000-4000-8000-00000000000b';

  test.each([
    [400, 3, 'may have been ended before'],
    [403, 1, 'expected 200 but was 403'],
  ] as const)('excuses a 400 and nothing else: %d gives exit code %d', async (status, exitCode, says) => {
    const { url } = await startTarget((routes) => {
      routes.get('/me/subscriptions/:id', (context) => context.json({}));
      routes.get('/me/agents', (context) => context.json({}, status));
    });
    const ending = { description: 'an end', states, request, response: { status: 200 } };
    const outcome = await verify(url, [ending], { config: { fixtures: { unsubscribeAgentId: agentId } } });
    expect(outcome).toMatchObject({ exitCode, out: expect.stringContaining(says) });
  });
});
