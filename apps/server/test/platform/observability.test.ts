import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { withoutSecrets } from '../../src/app/redact-secrets.ts';
import type { LogDetails } from '../../src/index.ts';
import type { Deployment } from '../helpers/deployment.ts';
import { patience } from '../helpers/patience.ts';
import { setUpTelemetry } from '../helpers/telemetry.ts';

interface Line extends LogDetails {
  sentence: string;
}

// The server asks for its meters when it is loaded, which the tests before this one in its process may have done.
const telemetry = setUpTelemetry();
vi.resetModules();
const { startDeployment } = await import('../helpers/deployment.ts');
afterAll(telemetry.close);

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
const secret = 'a-secret-of-the-tests';
/** Long enough for a machine that has other work. */

it('A secret of the operator is hidden where somebody else’s error quotes it', () => {
  const heard: unknown[] = [];
  const logger = withoutSecrets((_sentence, details) => heard.push(details?.error), {
    dataDir: '',
    model: { baseUrl: 'http://model', name: 'any', apiKey: 'sk-1' },
    databaseUrl: 'postgresql://user:pass-2@host/name',
  });
  const plain = new Error('out of reach');
  logger('Failed.', { error: plain });
  logger('Failed.', { error: new Error('Wrong key sk-1.', { cause: new Error('at user:pass-2@host') }) });
  expect(heard[0]).toBe(plain);
  expect(String(heard[1])).toContain('Wrong key [secret].');
  expect(String(Object(heard[1]).cause)).toBe('Error: at user:[secret]@host');
});

describe('an operator', () => {
  const lines: Line[] = [];
  let deployment: Deployment;
  let apiKey: string;
  beforeAll(async () => {
    deployment = await startDeployment({
      logLevel: 'info',
      logger: (sentence, details) => lines.push({ sentence, ...details }),
    });
    apiKey = deployment.app.sandboxKeys?.apiKey ?? '';
  });
  afterAll(() => deployment.close());

  function send(requestId: string, path: string, init: RequestInit = {}): Promise<Response> {
    const { jwt } = deployment.app.sandboxKeys ?? {};
    const authorization = `Bearer ${path.startsWith('/agents') ? apiKey : jwt}`;
    const headers = { authorization, 'x-request-id': requestId, traceparent, ...Object(init.headers) };
    return deployment.app.fetch(new Request(`http://in-process${path}`, { ...init, headers }));
  }

  const demo = '/agents/5a9db0c5-0000-4000-8000-000000000001';
  const post = (requestId: string, message: string) =>
    send(requestId, demo, { method: 'POST', body: JSON.stringify({ message }) });
  const linesOf = (part: Partial<Line>) =>
    lines.filter((line) => Object.entries(part).every(([name, value]) => Object(line)[name] === value));

  it('finds the id of a request in every answer, the client’s own where it has a decent form', async () => {
    const paths = ['/me/agents', '/me/agents', '/me/nowhere', '/healthz', '/openapi.json', `${demo}/nothing`];
    for (const path of paths) expect((await send('own-1', path)).headers.get('x-request-id')).toBe('own-1');
    const refused = await send('own-2', '/me/agents', { headers: { authorization: 'Bearer nothing' } });
    expect([refused.status, refused.headers.get('x-request-id')]).toEqual([401, 'own-2']);
    for (const indecent of ['', 'a b', 'x'.repeat(200), '<script>'])
      expect((await send(indecent, '/me/agents')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('reads of a request which route it took, how it ended, and which run it concerned', async () => {
    const response = await post('told', 'Hello');
    await response.text();
    const runId = response.headers.get('x-service-run-id') ?? '';
    const [line] = linesOf({ requestId: 'told', sentence: 'A request was answered.' });
    expect(line).toMatchObject({
      level: 'info',
      runId,
      facts: {
        'http.request.method': 'POST',
        'http.route': '/agents/{agent_id}',
        'http.response.status_code': 200,
        milliseconds: expect.any(Number),
      },
    });
    const again = await send('again', `${demo}/${runId}?x=${secret}`);
    expect(again.status).toBe(200);
    expect(linesOf({ requestId: 'again' })).toMatchObject([{ runId }]);
    const view = await send('view', `/me/agent-runs/${runId}/logs`);
    expect(view.status).toBe(200);
    expect(linesOf({ requestId: 'view' })).toMatchObject([{ runId }]);
  });

  it('reads of a turn under the request that began it, and of a job under its own id', async () => {
    const response = await post('with-job', '/background 6 * 7');
    const runId = response.headers.get('x-service-run-id') ?? '';
    const jobId = response.headers.get('x-service-job-id') ?? '';
    await response.text();
    await deployment.client.untilIdle(runId);
    await vi.waitFor(() => expect(linesOf({ jobId })).toHaveLength(1), patience);
    expect(linesOf({ runId, sentence: 'A turn ended.' })).toMatchObject([
      { requestId: 'with-job', facts: { ending: 'finished' } },
    ]);
    const [job] = linesOf({ jobId });
    expect(job).toMatchObject({
      sentence: 'A background job ended.',
      runId,
      facts: { outcome: 'succeeded' },
    });
    expect(job).not.toHaveProperty('requestId');
  });

  it('reads of what failed under its request, its run and its trace', async () => {
    const response = await post('failing', '/fail');
    await response.text();
    const runId = response.headers.get('x-service-run-id') ?? '';
    const [line] = linesOf({ sentence: 'The model failed.' });
    expect(line).toMatchObject({ requestId: 'failing', runId, traceId });
  });

  it('sees the trace of a client go on through request, turn and program', async () => {
    await (await post('traced', '/js 6 * 7')).text();
    await vi.waitFor(() => expect(telemetry.spans('program').length).toBeGreaterThan(1), patience);
    const requests = telemetry.spans('POST /agents/{agent_id}');
    const request = requests.find(({ attributes }) => attributes['agent_workers.request_id'] === 'traced');
    const id = request?.spanContext().spanId;
    expect(request?.spanContext().traceId).toBe(traceId);
    expect(request?.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
    const turn = telemetry.spans('turn').find((span) => span.parentSpanContext?.spanId === id);
    expect(turn?.attributes).toMatchObject({
      ending: 'finished',
      'agent_workers.run_id': expect.any(String),
    });
    const turnId = turn?.spanContext().spanId;
    const program = telemetry.spans('program').find((span) => span.parentSpanContext?.spanId === turnId);
    expect(program?.attributes).toMatchObject({ language: 'javascript', outcome: 'succeeded' });
  });

  it('sees a job in a trace of its own, with its program', async () => {
    const [job] = telemetry.spans('background job');
    expect(job?.parentSpanContext).toBeUndefined();
    expect(job?.spanContext().traceId).not.toBe(traceId);
    const id = job?.spanContext().spanId;
    expect(telemetry.spans('program').some((span) => span.parentSpanContext?.spanId === id)).toBe(true);
  });

  it('has a measurement of each kind of work', async () => {
    expect(await telemetry.measured()).toEqual([
      'agent_workers.job.duration',
      'agent_workers.program.duration',
      'agent_workers.turn.duration',
      'http.server.request.duration',
    ]);
  });

  it('finds nothing that a user sent in lines and traces, only identifiers', async () => {
    await (await post('secretive', `/js throw new Error("${secret}")`)).text();
    await (await post('secretive', `/tool lookup {"topic": "${secret}"}`)).text();
    await (await send('secretive', `/me/tools/search?q=${secret}`, { headers: { cookie: secret } })).text();
    await send('secretive', `/me/${secret}`);
    await send('secretive', '/me/vip', { method: 'POST', body: JSON.stringify({ code: secret }) });
    await send('secretive', '/me/vip', { method: 'POST', body: `{"code": "${secret}` });
    await send('secretive', '/me/agents', { headers: { authorization: `Bearer ${secret}` } });
    const session = await send('secretive', '/me/cli-auth', { method: 'POST' });
    const auth = Object(await session.json());
    expect(auth.cli_auth_id).toMatch(/^[0-9a-f-]{36}$/);
    await send('secretive', `/me/cli-auth/${auth.cli_auth_id}`);
    const seen = JSON.stringify([
      lines.map((line) => ({ ...line, error: String(line.error) })),
      telemetry
        .allSpans()
        .map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
    ]);
    expect(linesOf({ requestId: 'secretive' }).length).toBeGreaterThan(8);
    const keys = Object.values(deployment.app.sandboxKeys ?? {});
    for (const each of [secret, auth.cli_auth_id, ...keys]) expect(seen).not.toContain(each);
  });
});
