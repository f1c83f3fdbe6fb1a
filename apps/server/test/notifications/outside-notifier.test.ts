import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createNotificationService } from '@agent-workers/tools/service';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createControl } from '../helpers/control.ts';
import { type Deployment, startDeployment } from '../helpers/deployment.ts';
import { controlToken } from '../helpers/hold-jobs.ts';
import type { UserClient } from '../helpers/user-client.ts';

const token = 'token-of-ann-at-the-outside-service';

describe('NOTIFIER tools with an outside service', () => {
  let deployment: Deployment;
  let stopService: () => Promise<void>;
  beforeAll(async () => {
    const service = await createNotificationService();
    await service.createUser({ email: 'ann@example.com', name: 'Ann', token });
    const { url, stop } = await listen(service.fetch);
    stopService = stop;
    deployment = await startDeployment({ notifierUrl: url, controlToken });
  });
  afterAll(() => Promise.all([deployment.close(), stopService()]));

  const whoAmI = (client: UserClient, query = {}) =>
    client.call('runTool', { path: { tool_name: 'NOTIFIER_GET_USER' }, body: {}, query });

  it('need the user’s token, and run in the name of its account', async () => {
    const body = { tool_id: 'NOTIFIER_GET_USER' };
    expect((await deployment.user.call('installTool', { body })).status).toBe(409);
    const connection = { token };
    expect((await deployment.user.call('installTool', { body: { ...body, connection } })).status).toBe(200);
    expect(JSON.stringify((await whoAmI(deployment.user)).body)).toContain('ann@example.com');
  });

  it('tell when the service refuses the token', async () => {
    const body = { tool_id: 'NOTIFIER_GET_USER', connection: { token: 'wrong' } };
    await deployment.otherUser.call('installTool', { body });
    expect((await whoAmI(deployment.otherUser)).body).toMatchObject({ isError: true });
  });

  it('use the connection that the call names, which the control surface can make too', async () => {
    const control = createControl(deployment);
    const user = await control.addUser();
    await control.do('POST', '/connections', { user_id: user.id, service_id: 'work', token });
    expect((await whoAmI(user)).status).toBe(400);
    expect((await whoAmI(user, { service_id: 'work', service_id_namespace: 'mine' })).status).toBe(400);
    expect((await whoAmI(user, { service_id: 'work' })).body).toMatchObject({ isError: false });
  });

  it('leave the token nowhere in clear', async () => {
    const folder = deployment.app.place;
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const contents = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name))));
    expect(contents.some((content) => content.includes('NOTIFIER_GET_USER'))).toBe(true);
    expect(contents.filter((content) => content.includes(token))).toEqual([]);
    expect(deployment.reports.join()).not.toContain(token);
  });
});

async function listen(fetch: (request: Request) => Promise<Response>) {
  return await new Promise<{ url: string; stop: () => Promise<void> }>((resolve) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      const stop = () => new Promise<void>((stopped) => server.close(() => stopped()));
      resolve({ url: `http://127.0.0.1:${port}`, stop });
    });
  });
}
