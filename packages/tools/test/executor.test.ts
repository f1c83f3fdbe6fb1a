import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ApprovalRequired,
  createApprovals,
  createExecutor,
  listAllPushes,
  NotConnected,
  pushFile,
  RateLimited,
  UpstreamError,
  upstreamBackend,
} from '../src/executor/index.ts';
import { toolExamples } from '../src/gen/examples.ts';
import { definitions, validate } from '../src/index.ts';
import { listenFetch } from '../src/node/listen-fetch.ts';
import { createNotificationService } from '../src/service/index.ts';
import type { ToolCall } from '../src/tool-call.ts';
import { embedded } from './helpers/embedded.ts';
import { inputsFor } from './helpers/inputs-for.ts';

describe('Running a call', () => {
  it('is one exchange with the service', async () => {
    const { executor, requests, call } = await embedded();
    const push = await executor.run({
      tool: 'NOTIFIER_CREATE_PUSH',
      input: { type: 'note', title: 'Hello' },
    });
    expect(push).toMatchObject({ type: 'note', title: 'Hello' });
    expect(requests).toEqual(['POST /pushes']);
    expect((await call('GET', '/pushes')).body.pushes).toMatchObject([{ title: 'Hello' }]);
  });

  it('puts the name of a record in the path, escaped, and the rest in the query', async () => {
    const urls: string[] = [];
    const executor = executorOn(async ({ method, url }) => {
      urls.push(`${method} ${url}`);
      return Response.json({});
    });
    await executor.run({ tool: 'NOTIFIER_LIST_PUSHES', input: { limit: 5, active: false } });
    await executor.run({ tool: 'NOTIFIER_UPDATE_CHAT', input: { iden: 'a/../b', muted: true } });
    expect(urls).toEqual([
      'GET https://push.test/v2/pushes?limit=5&active=false',
      'POST https://push.test/v2/chats/a%2F..%2Fb',
    ]);
    const nameless = { tool: 'NOTIFIER_UPDATE_CHAT', input: { iden: '..', muted: true } } as const;
    await expect(executor.run(nameless)).rejects.toThrow('iden must name something');
  });

  it('refuses an unknown key, which could turn a push for one into a push for all', async () => {
    const { executor, requests } = await embedded();
    const call = { tool: 'NOTIFIER_CREATE_PUSH', input: { type: 'note', device_id: 'd1' } } as const;
    await expect(executor.run(call)).rejects.toThrow(/^device_id is unknown; use one of: type, url, /);
    expect(requests).toEqual([]);
  });

  it('sends nothing that the manifest forbids, whatever the input', async () => {
    let sent = 0;
    const executor = executorOn(async () => {
      sent += 1;
      return Response.json({});
    });
    for (const definition of definitions)
      await fc.assert(
        fc.asyncProperty(inputsFor(definition), async (input) => {
          const before = sent;
          await executor.runAuthorized({ tool: definition.name, input }).catch(() => undefined);
          if (!validate(definition.name, input).ok) expect(sent).toBe(before);
        }),
        { numRuns: 30 },
      );
  });
});

describe('A failure', () => {
  const list = { tool: 'NOTIFIER_LIST_CHATS', input: {} } as const;

  it('by the input names what to repair', async () => {
    const { executor } = await embedded();
    // As it comes from a model, whose input no compiler has seen.
    const call: ToolCall = { tool: 'NOTIFIER_CREATE_PUSH', input: { type: 'link' } };
    await expect(executor.run(call)).rejects.toMatchObject({
      kind: 'bad-input',
      problems: [{ path: 'url', message: 'url is required when type is link' }],
    });
    const foreign = { tool: 'NOTIFIER_CREATE_PUSH', input: { type: 'note', device_iden: 'x' } } as const;
    await expect(executor.run(foreign)).rejects.toMatchObject({ problems: [{ path: 'device_iden' }] });
  });

  it('by the credential asks for a connection', async () => {
    await expect(executorOn(async () => new Response('', { status: 401 })).run(list)).rejects.toBeInstanceOf(
      NotConnected,
    );
  });

  it.each([
    [{ 'x-ratelimit-reset': '2000000000' }, 2_000_000_000_000],
    [{ 'retry-after': 'Wed, 18 May 2033 03:33:20 GMT' }, 2_000_000_000_000],
    [{}, undefined],
  ])('by too many requests says when to try again: %j', async (headers, at) => {
    const error = await executorOn(async () => new Response('', { status: 429, headers }))
      .run(list)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RateLimited);
    expect(error).toMatchObject({ retryAt: at === undefined ? undefined : new Date(at) });
  });

  it.each([
    ['an error page', async () => new Response('<html>', { status: 502 })],
    ['something else than JSON', async () => new Response('<html>')],
    [
      'a redirect',
      async () => new Response('', { status: 302, headers: { location: 'https://elsewhere.test' } }),
    ],
    ['no answer', async () => Promise.reject(new TypeError('connect ECONNREFUSED'))],
  ])('by the service is an error of it: %s', async (_what, answer) => {
    await expect(executorOn(answer).run(list)).rejects.toBeInstanceOf(UpstreamError);
  });

  it('never shows the token', async () => {
    const error = await executorOn(async () => new Response('', { status: 500 }))
      .run(list)
      .catch((thrown: unknown) => thrown);
    expect(`${error} ${JSON.stringify(error)}`).not.toContain('s3cret');
  });
});

describe('Over a socket', () => {
  it('a push service does the same as the embedded one, files too', async () => {
    const service = await createNotificationService({ basePath: '/v2' });
    const { token } = await service.createUser({ email: 'sam@example.org', name: 'Sam' });
    const listener = await listenFetch(service.fetch);
    const executor = createExecutor({
      backend: upstreamBackend({ baseUrl: `${listener.address}/v2`, token }),
    });
    const push = await pushFile(executor, { file: new Blob(['hello']), name: 'a.txt', type: 'text/plain' });
    const file = await fetch(String(Object(push).file_url));
    expect([file.headers.get('content-type'), await file.text()]).toEqual(['text/plain', 'hello']);
    const unread = {
      tool: 'NOTIFIER_UPDATE_PUSH',
      input: { iden: String(Object(push).iden), dismissed: true },
    } as const;
    expect(await executor.run(unread)).toMatchObject({ dismissed: true });
    await listener.close();
    await expect(executor.run(unread)).rejects.toBeInstanceOf(UpstreamError);
  });
});

describe('A dry run', () => {
  it.each(definitions.map(({ name }) => name))(
    'of %s sends nothing, and tells request, audience and cost',
    async (tool) => {
      const { executor, requests } = await embedded();
      for (const { input } of toolExamples[tool].examples) {
        const { request, cost, preview } = await executor.dryRun({ tool, input });
        expect(request.url).toMatch(/^http:\/\/embedded\.invalid\//);
        expect(cost.units).toBeGreaterThanOrEqual(5);
        expect(preview).not.toBe('');
      }
      expect(requests).toEqual([]);
    },
  );

  it('says who would be reached, and whether a person must agree', async () => {
    const { executor } = await embedded();
    const reach = async (target: Record<string, unknown>) => {
      const input = { type: 'note' as const, ...target };
      const { radius, needsApproval, preview } = await executor.dryRun({
        tool: 'NOTIFIER_CREATE_PUSH',
        input,
      });
      return [radius, needsApproval, preview];
    };
    expect(await reach({ device_iden: 'd1' })).toEqual(['device', false, 'Sends a note to the device d1.']);
    expect(await reach({ email: 'a@b.c' })).toEqual(['person', false, 'Sends a note to a@b.c.']);
    expect(await reach({})).toEqual(['person', false, 'Sends a note to all devices of the user.']);
    expect(await reach({ channel_tag: 'news' })).toEqual([
      'channel',
      true,
      'Sends a note to all subscribers of the channel news.',
    ]);
    expect(await reach({ client_iden: 'c1' })).toEqual([
      'everyone',
      true,
      'Sends a note to everyone who uses the client c1.',
    ]);
  });

  it('prices a full page of pushes as such services do', async () => {
    const { executor } = await embedded();
    const { cost } = await executor.dryRun({ tool: 'NOTIFIER_LIST_PUSHES', input: {} });
    expect(cost).toEqual({ requests: 1, units: 2001 });
  });
});

describe('A call that deletes', () => {
  const call = { tool: 'NOTIFIER_DELETE_ALL_PUSHES', input: {} } as const;

  it('is not sent without approval', async () => {
    const { executor, requests } = await embedded();
    await expect(executor.run(call)).rejects.toBeInstanceOf(ApprovalRequired);
    expect(requests).toEqual([]);
  });

  it('waits for a grant, which opens it once', async () => {
    const approvals = createApprovals();
    const { executor, requests } = await embedded({ approve: approvals.approve });
    await expect(executor.run(call)).rejects.toThrow("Deletes all pushes of the user. This can't be undone.");
    const [request] = approvals.pending();
    approvals.grant(request?.digest ?? '');
    expect(await executor.run(call)).toEqual({});
    await expect(executor.run(call)).rejects.toBeInstanceOf(ApprovalRequired);
    expect(requests).toEqual(['DELETE /pushes']);
  });

  it('is not opened by a grant for other arguments, a late one, or one that was not asked for', async () => {
    let now = 0;
    const approvals = createApprovals({ lifetime: 10, now: () => now });
    const { executor } = await embedded({ approve: approvals.approve });
    const remove = (iden: string) => executor.run({ tool: 'NOTIFIER_DELETE_CHAT', input: { iden } });
    await expect(remove('one')).rejects.toBeInstanceOf(ApprovalRequired);
    approvals.grant(approvals.pending()[0]?.digest ?? '');
    await expect(remove('two')).rejects.toBeInstanceOf(ApprovalRequired);
    now = 10;
    await expect(remove('one')).rejects.toBeInstanceOf(ApprovalRequired);
    expect(() => approvals.grant('f00')).toThrow('No call with the digest f00 waits.');
  });

  it('waits as long as the person needs, where the program can wait', async () => {
    const { executor, requests } = await embedded({ approve: async ({ radius }) => radius === 'person' });
    expect(await executor.run(call)).toEqual({});
    expect(requests).toHaveLength(1);
  });
});

describe('A push without a guid', () => {
  const call = {
    tool: 'NOTIFIER_CREATE_PUSH',
    input: { type: 'note', title: 'Once' },
    callId: 'call-1',
  } as const;

  it('is sent once, however often its call is repeated', async () => {
    const { executor } = await embedded({ runId: 'run-1' });
    const first = await executor.run(call);
    expect(await executor.run({ ...call, input: { title: 'Once', type: 'note' } })).toEqual(first);
  });

  it('is another one in another call, in another run, and with other arguments', async () => {
    const guidOf = async (runId: string, changes: object) => {
      const { executor } = await embedded({ runId });
      const { request } = await executor.dryRun({ ...call, ...changes });
      return Object(request.body).guid;
    };
    const guids = [
      await guidOf('run-1', {}),
      await guidOf('run-2', {}),
      await guidOf('run-1', { callId: 'call-2' }),
      await guidOf('run-1', { input: { type: 'note' } }),
    ];
    expect(new Set(guids).size).toBe(4);
    expect(await guidOf('run-1', {})).toBe(guids[0]);
  });
});

describe('Listing everything', () => {
  it('goes from page to page until there is none', async () => {
    const { executor, call, requests } = await embedded();
    for (const title of ['a', 'b', 'c']) await call('POST', '/pushes', { type: 'note', title });
    const titles: unknown[] = [];
    for await (const push of listAllPushes(executor, { limit: 2 })) titles.push(Object(push).title);
    expect(titles).toEqual(['c', 'b', 'a']);
    expect(requests).toEqual(['GET /pushes', 'GET /pushes']);
  });

  it('stops at empty pages that never end, and asks for no page that is not read', async () => {
    let pages = 0;
    const page = (pushes: unknown[]) => async () => {
      pages += 1;
      return Response.json({ pushes, cursor: 'more' });
    };
    for await (const push of listAllPushes(executorOn(page([])))) expect(push).toBe('never');
    expect(pages).toBe(3);
    for await (const _push of listAllPushes(executorOn(page([{}])))) break;
    expect(pages).toBe(4);
  });
});

function executorOn(fetch: (request: Request) => Promise<Response>) {
  return createExecutor({
    backend: upstreamBackend({ baseUrl: 'https://push.test/v2/', token: 's3cret', fetch }),
  });
}
