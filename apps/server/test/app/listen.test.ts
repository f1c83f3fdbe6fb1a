import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../src/app/listen.ts';
import { type Deployment, startDeployment } from '../helpers/deployment.ts';

function open(origin: string): Socket {
  const { port, hostname } = new URL(origin);
  return connect(Number(port), hostname).on('error', () => {});
}

describe('a client', () => {
  let deployment: Deployment;
  let listener: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    deployment = await startDeployment();
    listener = await listen(deployment.app, { host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    void listener.close();
    await deployment.close();
  });

  it.each([
    ['with a length', 'Content-Length: 100', '{"cha'],
    ['in chunks', 'Transfer-Encoding: chunked', '5\r\n{"cha'],
  ])('that breaks off its body %s is no failure of the server', async (_, header, part) => {
    const socket = open(listener.origin);
    const credentials = `Authorization: Bearer ${deployment.app.sandboxKeys?.jwt}`;
    socket.write(`POST /me/agents HTTP/1.1\r\nHost: here\r\n${credentials}\r\n${header}\r\n\r\n${part}`);
    // The request is under way once another, sent later, has been answered.
    await fetch(`${listener.origin}/healthz`);
    socket.destroy();
    await once(socket, 'close');
    await fetch(`${listener.origin}/readyz`);
    await fetch(`${listener.origin}/me/agents`);
    expect(deployment.reports).toEqual([]);
  });

  it('that never ends its headers is sent away when its time is over, not half a minute later', async () => {
    const impatient = await listen(deployment.app, { host: '127.0.0.1', port: 0, headersTimeout: 50 });
    const socket = open(impatient.origin);
    socket.write('GET / HTTP/1.1\r\nHost: ');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('408');
    socket.destroy();
    await impatient.close();
  });
});
