import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type ApiError,
  ConfigurationError,
  clientTransport,
  createUserClient,
  createWorkersClient,
  fetchTransport,
  getAgent,
  getRunMessages,
  listAgents,
  type UserClientOptions,
} from '../src/index.ts';

const secret = 'top-secret';

async function failureOf(call: Promise<unknown>): Promise<Error> {
  const reason: unknown = await call.then(
    () => expect.fail('The call succeeded.'),
    (error: unknown) => error,
  );
  return reason instanceof Error ? reason : expect.fail('No error was thrown.');
}

/** An error as it is logged, whatever logs it. */
function printed(error: unknown): string {
  return inspect(error, { depth: 9, showHidden: true });
}

function answering(status: number, headers: Record<string, string> = {}) {
  return async () => new Response(status === 204 ? null : '{}', { status, headers });
}

describe('Plain fetch without what an operation needs', () => {
  const fetch = vi.fn(async (_url: string, _init: { headers: Headers }) => Response.json([]));
  const baseUrl = 'http://host';

  it.each([
    ['jwt', () => listAgents(fetchTransport({ baseUrl, fetch, jwt: undefined }))],
    ['jwt', () => listAgents(fetchTransport({ baseUrl, fetch, jwt: '' }))],
    ['jwt', () => listAgents(fetchTransport({ baseUrl, fetch, jwt: () => '' }))],
    ['baseUrl', () => listAgents(fetchTransport({ fetch, jwt: 'j' }))],
    ['apiKey', () => getRunMessages(fetchTransport({ agentsUrl: baseUrl, fetch }), 'a', 'r')],
    ['agentsUrl', () => getRunMessages(fetchTransport({ apiKey: 'k', fetch }), 'a', 'r')],
  ] as const)('says that it needs %s, and sends nothing', async (option, call) => {
    const error = await failureOf(call());
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ option, message: expect.stringMatching(`needs ${option}\\.$`) });
    expect(fetch).not.toHaveBeenCalled();
  });

  it('sends none where the operation takes none, where it is told so, or where the call has its own', async () => {
    await getAgent(fetchTransport({ baseUrl, fetch }), 'a');
    await listAgents(fetchTransport({ baseUrl, fetch, jwt: false }));
    const headers = { authorization: 'Bearer mine' };
    await listAgents(fetchTransport({ baseUrl, fetch }), { headers });
    const sent = fetch.mock.calls.map(([, init]) => init.headers.get('authorization'));
    expect(sent).toEqual([null, null, 'Bearer mine']);
  });
});

describe('A credential that no header takes', () => {
  const fetch = vi.fn();
  const broken: [string, unknown][] = [
    ['two lines', `${secret}\nsecond line`],
    ['an ellipsis of some instructions', `${secret}…`],
    ['a scheme before it', `Bearer ${secret}`],
    ['blanks alone', '  '],
    ['nothing, where a function should give it', () => undefined],
    ['an object', { secret }],
  ];

  it.each(broken)('%s, is an error before anything is sent, and never in its words', async (_, apiKey) => {
    // What JavaScript, or a cast, lets through.
    const options = { agentsUrl: 'http://host', apiKey, fetch } as object;
    const error = await failureOf(createWorkersClient(options).start('a', 'hi'));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toBe(
      'startRun needs a credential in ASCII without spaces, lines or "Bearer": correct apiKey, or set AGENT_WORKERS_API_KEY.',
    );
    expect(printed(error)).not.toContain(secret);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('may end with the end of the line of its file', async () => {
    const seen: unknown[] = [];
    const user = createUserClient({
      baseUrl: 'http://host',
      jwt: async () => 'j\n',
      fetch: async (_, { headers }) => {
        seen.push(headers.get('authorization'));
        return Response.json([]);
      },
    });
    await user.agents.listAgents();
    expect(seen).toEqual(['Bearer j']);
  });

  it.each([
    ['plain fetch', () => listAgents(fetchTransport({ baseUrl: 'http://host', jwt: `${secret}\n2`, fetch }))],
    [
      'a header of the call',
      () =>
        createUserClient({ transport: fetch }).agents.listAgents({ headers: { 'x-key': `${secret}\n2` } }),
    ],
    [
      'a header of the client',
      () => createUserClient({ transport: fetch, headers: { 'x-key': `${secret}\n2` } }).agents.listAgents(),
    ],
  ])('in %s, is an error of the call without the value', async (_, call) => {
    const error = await failureOf(call());
    expect(error.message).toMatch(/^listAgents needs (authorization|x-key) in ASCII\.$/);
    expect(printed(error)).not.toContain(secret);
  });
});

describe('An address that can be no base', () => {
  it.each([
    'localhost:99',
    '/api',
    `http://user:${secret}@host`,
    'http://host/agents?x=1',
    'http://host/agents#f',
    secret,
  ])('such as %s, is an error before anything is sent, and is nowhere shown', async (baseUrl) => {
    const fetch = vi.fn();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    onTestFinished(() => warn.mockRestore());
    const error = await failureOf(
      createUserClient({ baseUrl, jwt: 'j', fetch, log: 'warn' }).agents.listAgents(),
    );
    expect(error.message).toBe(
      'listAgents needs http:// or https://, a host, and neither user nor query: correct baseUrl, or set AGENT_WORKERS_BASE_URL.',
    );
    expect(`${printed(error)}${printed(warn.mock.calls)}`).not.toContain(secret);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('may be a path of the page, in a browser', async () => {
    vi.stubGlobal('location', { href: 'https://app.example/' });
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const fetch = vi.fn(async () => Response.json([]));
    await createUserClient({ baseUrl: '/api', jwt: false, fetch }).agents.listAgents();
    expect(fetch).toHaveBeenCalledWith('/api/me/agents', expect.anything());
  });
});

describe('An answer that is no success', () => {
  const client = (status: number, headers?: Record<string, string>, more?: UserClientOptions) =>
    createUserClient({ baseUrl: 'http://host/me/', jwt: 'j', fetch: answering(status, headers), ...more })
      .agents;

  it('says where the request went, without identifiers', async () => {
    const error = await failureOf(client(404).getAgent('id-4711'));
    expect(error.message).toBe(
      'getAgent was answered with status 404 at http://host/me/me/agents/{agent_id}.',
    );
    expect(error).toMatchObject({ address: 'http://host/me/me/agents/{agent_id}' });
    expect(printed(error)).not.toContain('4711');
  });

  it('has where it went in the log too', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    onTestFinished(() => warn.mockRestore());
    await failureOf(client(404, {}, { log: 'warn' }).listAgents());
    expect(warn).toHaveBeenCalledWith(
      'listAgents was answered with 404',
      expect.objectContaining({ address: 'http://host/me/me/agents' }),
    );
  });

  it('says which credential to look at, on a 401', async () => {
    const error = await failureOf(client(401).listAgents());
    expect(error.message).toContain('with status 401 at http://host/me/me/agents; check jwt.');
  });

  it('says where a redirect leads, without its query', async () => {
    const error = await failureOf(client(302, { location: `https://host/me?token=${secret}` }).listAgents());
    expect(error.message).toBe(
      "listAgents was redirected at http://host/me/me/agents to https://host/me, which isn't followed; correct baseUrl.",
    );
    expect(error).toMatchObject({ name: 'ApiError', status: 302 });
    const odd = await failureOf(client(302, { location: 'http://' }).listAgents());
    expect(odd.message).toContain('was redirected at');
  });

  it('prints its body and not the function that was called', async () => {
    const error = await failureOf(client(404).getAgent('a'));
    expect(inspect(error)).not.toContain('[Function');
    expect((error as ApiError).source).toBe(getAgent);
  });
});

describe('No answer', () => {
  it('says from where, and the word that helps', async () => {
    const baseUrl = await closedAddress();
    const refusing = createUserClient({ baseUrl, jwt: 'j', retry: { limit: 0 } });
    const error = await failureOf(refusing.agents.listAgents());
    expect(error).toMatchObject({ name: 'ConnectionError', cause: { cause: { code: 'ECONNREFUSED' } } });
    expect(error.message).toBe(`listAgents got no answer from ${baseUrl}/me/agents (ECONNREFUSED).`);
  });
});

/** Where nothing listens any more. */
async function closedAddress(): Promise<string> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return `http://127.0.0.1:${port}`;
}

describe('clientTransport', () => {
  it('takes address and credential of the environment, as both clients do', async () => {
    vi.stubEnv('AGENT_WORKERS_BASE_URL', 'http://127.0.0.1:9');
    vi.stubEnv('AGENT_WORKERS_JWT', 'j');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const fetch = vi.fn(async () => Response.json([]));
    expect(await listAgents(clientTransport({ baseUrl: undefined, fetch }))).toEqual([]);
    expect(fetch).toHaveBeenCalledWith('http://127.0.0.1:9/me/agents', expect.anything());
  });

  it('says what is missing where it is given nothing', async () => {
    expect((await failureOf(listAgents(clientTransport()))).message).toBe(
      'listAgents needs an address: give baseUrl, or set AGENT_WORKERS_BASE_URL.',
    );
  });

  it('refuses a timeout that is no number', async () => {
    const timeouts = JSON.parse('{ "total": "5s" }');
    const fetch = vi.fn();
    const call = listAgents(clientTransport({ baseUrl: 'http://host', jwt: 'j', timeouts, fetch }));
    expect((await failureOf(call)).message).toBe(
      'listAgents needs a number from 0 to Infinity: correct timeouts.total.',
    );
    expect(fetch).not.toHaveBeenCalled();
  });
});
