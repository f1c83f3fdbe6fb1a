import { expect } from 'vitest';
import { sandboxAgents } from '../../../src/index.ts';
import type { Reached } from '../server-process.ts';
import { type Attempts, repeat } from './attempts.ts';

/** What was acknowledged of schedules and payments. */
export interface Acknowledged {
  schedules: Set<string>;
  deletedSchedules: Set<string>;
  /** How many were being made or deleted when no answer came. */
  uncertainSchedules: number;
  paidCheckouts: Set<string>;
  openedCheckouts: Set<string>;
}

interface Work {
  acknowledged: Acknowledged;
  attempts: Attempts;
  signal: AbortSignal;
}

const credits = 100;

/** Calls as the second user, who has no conversations to spend credits on. @throws for any other status than 200. */
export async function call(
  { ready }: Reached,
  method: string,
  path: string,
  body?: object,
): Promise<ReturnType<typeof JSON.parse>> {
  const response = await fetch(`${ready.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${ready.credentials.otherJwt}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.status, `${method} ${path}: ${text}`).toBe(200);
  return JSON.parse(text);
}

/** Makes schedules and deletes every other one. */
export async function schedule(server: Reached, { acknowledged, attempts, signal }: Work): Promise<void> {
  const body = { chat_id: sandboxAgents.other, cron: '0 0 1 1 *', message: 'Happy new year' };
  const ask = (method: string, path: string) => attempts.run(() => call(server, method, path, body));
  await repeat(signal, async () => {
    // One is there in the end, and what is done to a second is known only when it is answered.
    acknowledged.uncertainSchedules += 1;
    const kept = await ask('POST', '/me/schedules');
    acknowledged.schedules.add(kept.schedule_id);
    const { schedule_id } = await ask('POST', '/me/schedules');
    await ask('DELETE', `/me/schedules/${schedule_id}`);
    acknowledged.deletedSchedules.add(schedule_id);
    acknowledged.uncertainSchedules -= 1;
  });
}

/** Opens checkouts and pays them; the payment comes back to the server as a webhook. */
export async function pay(server: Reached, { acknowledged, attempts, signal }: Work): Promise<void> {
  await repeat(signal, async () => {
    const session = () => call(server, 'POST', '/me/payments/sessions', { credits });
    const { session_id } = await attempts.run(session);
    const checkout = `/payments/checkout/${session_id}`;
    acknowledged.openedCheckouts.add(checkout);
    await attempts.run(async () => {
      const init = { method: 'POST', redirect: 'manual' } as const;
      expect((await fetch(`${server.ready.baseUrl}${checkout}/pay`, init)).status).toBe(303);
    });
    acknowledged.paidCheckouts.add(checkout);
  });
}

/** The checkouts that are paid, and the credits that came of them. */
export async function readPayments(server: Reached, checkouts: ReadonlySet<string>) {
  const paid: string[] = [];
  // One after the other: all at once are more connections than nginx takes.
  for (const checkout of checkouts) {
    const page = await (await fetch(`${server.ready.baseUrl}${checkout}`)).text();
    if (page.includes('closed')) paid.push(checkout);
  }
  const { balance } = await call(server, 'GET', '/me/credits');
  return { paid, balance, owed: paid.length * credits };
}
