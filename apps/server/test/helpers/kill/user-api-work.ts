import { expect } from 'vitest';
import { sandboxAgents } from '../../../src/index.ts';
import type { Reached } from '../server-process.ts';

/** What was acknowledged of schedules and payments. */
export interface Acknowledged {
  schedules: Set<string>;
  deletedSchedules: Set<string>;
  paidCheckouts: Set<string>;
  openedCheckouts: Set<string>;
}

interface Work {
  acknowledged: Acknowledged;
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
export async function schedule(server: Reached, { acknowledged, signal }: Work): Promise<void> {
  const body = { chat_id: sandboxAgents.other, cron: '0 0 1 1 *', message: 'Happy new year' };
  while (!signal.aborted) {
    const kept = await call(server, 'POST', '/me/schedules', body);
    acknowledged.schedules.add(kept.schedule_id);
    const { schedule_id } = await call(server, 'POST', '/me/schedules', body);
    await call(server, 'DELETE', `/me/schedules/${schedule_id}`);
    acknowledged.deletedSchedules.add(schedule_id);
  }
}

/** Opens checkouts and pays them; the payment comes back to the server as a webhook. */
export async function pay(server: Reached, { acknowledged, signal }: Work): Promise<void> {
  while (!signal.aborted) {
    const { session_id } = await call(server, 'POST', '/me/payments/sessions', { credits });
    const checkout = `/payments/checkout/${session_id}`;
    acknowledged.openedCheckouts.add(checkout);
    const init = { method: 'POST', redirect: 'manual' } as const;
    const paid = await fetch(`${server.ready.baseUrl}${checkout}/pay`, init);
    expect(paid.status).toBe(303);
    acknowledged.paidCheckouts.add(checkout);
  }
}

/** The checkouts that are paid, and the credits that came of them. */
export async function readPayments(server: Reached, checkouts: ReadonlySet<string>) {
  const pages = [...checkouts].map(async (checkout) => {
    const page = await (await fetch(`${server.ready.baseUrl}${checkout}`)).text();
    return page.includes('closed') ? [checkout] : [];
  });
  const paid = (await Promise.all(pages)).flat();
  const { balance } = await call(server, 'GET', '/me/credits');
  return { paid, balance, owed: paid.length * credits };
}
