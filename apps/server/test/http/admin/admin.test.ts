import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminToken, askAdmin } from '../../helpers/admin.ts';
import { type Deployment, startDeployment } from '../../helpers/deployment.ts';
import { defineAdminSuite } from './admin-suite.ts';

describe('the admin API', () => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await startDeployment({ adminToken, corsOrigins: ['https://app.example'] });
  });
  afterAll(() => deployment.close());

  defineAdminSuite(() => deployment);

  it('tells Prometheus of queues, programs, requests and the process', async () => {
    await deployment.client.post('/js 6 * 7');
    const response = await askAdmin(deployment.app, 'GET', '/metrics');
    expect(response.headers.get('content-type')).toContain('text/plain');
    const text = await response.text();
    for (const line of [
      /^agent_workers_jobs_open \d+$/m,
      /^agent_workers_jobs_running 0$/m,
      /^agent_workers_turns_running \d+$/m,
      /^agent_workers_programs_running 0$/m,
      /^agent_workers_programs_waiting 0$/m,
      /^agent_workers_http_requests_total\{method="POST",status="200"\} \d+$/m,
      /^nodejs_eventloop_lag_seconds /m,
      /^process_resident_memory_bytes /m,
    ])
      expect(text).toMatch(line);
  });

  it('gives no part of itself to those who find it at the public address', async () => {
    const response = await deployment.app.fetch(new Request('http://in-process/users'));
    expect(response.status).toBe(404);
  });
});

describe('a user whose agent is answering', () => {
  it('is deleted once the answer is over, and not before', async () => {
    const asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<never>();
    const model = async () => {
      asked.resolve();
      return await held.promise;
    };
    const deployment = await startDeployment({ adminToken, model });
    const { user_id } = (await deployment.user.call('getCurrentUser')).body;
    const remove = () => askAdmin(deployment.app, 'DELETE', `/users/${user_id}`);
    const answer = deployment.client.post('Hello');
    await asked.promise;
    expect((await remove()).status).toBe(409);
    expect((await deployment.user.call('listAgents')).body).not.toEqual([]);
    held.reject(new Error('This model says nothing.'));
    await answer;
    expect((await remove()).status).toBe(204);
    await deployment.close();
  });
});

describe('web pages', () => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await startDeployment({ corsOrigins: ['https://app.example'] });
  });
  afterAll(() => deployment.close());

  const call = (origin: string, init: RequestInit = {}) =>
    deployment.app.fetch(
      new Request('http://in-process/me/', {
        ...init,
        headers: { origin, authorization: `Bearer ${deployment.app.sandboxKeys?.jwt}`, ...init.headers },
      }),
    );

  it('of a named origin may call, however often, and see the headers that the interface has', async () => {
    for (const _ of [1, 2, 3]) {
      const { status, headers } = await call('https://app.example');
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, 'https://app.example']);
      expect(headers.get('access-control-expose-headers')).toContain('x-service-job-id');
    }
    const preflight = { method: 'OPTIONS', headers: { 'access-control-request-method': 'PUT' } };
    const asked = await call('https://app.example', preflight);
    expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'authorization,content-type,traceparent,x-request-id',
    ]);
  });

  it('of another origin may not', async () => {
    expect((await call('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('a server that is about to stop', () => {
  it('says so to balancers, and answers until it does', async () => {
    const deployment = await startDeployment();
    const ready = () => deployment.app.fetch(new Request('http://in-process/readyz'));
    expect((await ready()).status).toBe(200);
    deployment.app.drain();
    expect((await ready()).status).toBe(503);
    expect((await deployment.client.post('Hello')).status).toBe(200);
    await deployment.close();
  });
});
