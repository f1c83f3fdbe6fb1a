import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../helpers/deployment.ts';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';

const credits = 100;

describe('payments, when the server is killed with SIGKILL while they are made', () => {
  let dataDir: string;
  let server: ServerProcess;
  beforeAll(async () => {
    dataDir = await makeTemporaryFolder();
    server = await startServerProcess(['--data-dir', dataDir]);
  });
  afterAll(async () => {
    await server.crash();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function call(method: string, path: string, body?: object): Promise<ReturnType<typeof JSON.parse>> {
    const headers = { authorization: `Bearer ${server.ready.credentials.jwt}` };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return await (await fetch(`${server.ready.baseUrl}${path}`, init)).json();
  }

  async function openCheckouts(count: number): Promise<string[]> {
    const opening = Array.from({ length: count }, () => call('POST', '/me/payments/sessions', { credits }));
    return (await Promise.all(opening)).map(({ session_id: id }) => `/payments/checkout/${id}`);
  }

  /** Pays all at once and kills the server at the given answer. @returns whose payment was acknowledged. */
  async function payAndKill(checkouts: readonly string[], answersBefore: number): Promise<string[]> {
    const { baseUrl } = server.ready;
    const acknowledged: string[] = [];
    const payments = checkouts.map(async (checkout) => {
      const response = await fetch(`${baseUrl}${checkout}/pay`, { method: 'POST', redirect: 'manual' });
      if (response.status === 303) acknowledged.push(checkout);
      if (acknowledged.length === answersBefore) server.child.kill('SIGKILL');
    });
    await Promise.allSettled(payments);
    await server.ended;
    return acknowledged;
  }

  async function isClosed(checkout: string): Promise<boolean> {
    const page = await fetch(`${server.ready.baseUrl}${checkout}`);
    return (await page.text()).includes('closed');
  }

  it('are all or nothing, and those acknowledged are kept', async () => {
    const { balance: before } = await call('GET', '/me/credits');
    const checkouts = await openCheckouts(8);
    const acknowledged = await payAndKill(checkouts, 3);
    server = await startServerProcess(['--data-dir', dataDir]);
    const closed = (await Promise.all(checkouts.map(isClosed))).flatMap((is, at) =>
      is ? [checkouts[at]] : [],
    );
    expect(closed).toEqual(expect.arrayContaining(acknowledged));
    const { balance } = await call('GET', '/me/credits');
    expect(balance - before).toBe(closed.length * credits);
  });
});
