import { expect, vi } from 'vitest';
import { patience } from '../patience.ts';
import type { Reached } from '../server-process.ts';
import { createAttempts } from './attempts.ts';
import { compare, converse, type ToldRun } from './conversing.ts';
import { type Acknowledged, call, pay, readPayments, schedule } from './user-api-work.ts';

const conversations = 2;

/** What clients were told. */
export interface Ledger extends Acknowledged {
  runs: ToldRun[];
  creditsBefore: number;
}

export async function createLedger(server: Reached): Promise<Ledger> {
  return {
    runs: [],
    uncertainSchedules: 0,
    creditsBefore: (await call(server, 'GET', '/me/credits')).balance,
    schedules: new Set(),
    deletedSchedules: new Set(),
    paidCheckouts: new Set(),
    openedCheckouts: new Set(),
  };
}

/** Clients who keep a server busy with everything that it could lose, until they rest or meet an error. */
export interface Clients {
  /** Lets them end what they are doing. @throws the first error that one has met. */
  rest(): Promise<void>;
  /** Rejects with the first error that one meets; resolves when all rest. */
  working: Promise<unknown>;
  /** The errors that they meet until the last one gives up. */
  giveUp(): Promise<unknown[]>;
}

/** @param attempts tells what of their work a kill may cut off; default: nothing. */
export function startClients(server: Reached, told: Ledger, attempts = createAttempts()): Clients {
  const enough = new AbortController();
  const { signal } = enough;
  const work = { acknowledged: told, attempts, signal };
  const clients = [
    ...Array.from({ length: conversations }, () => converse(server, { runs: told.runs, attempts, signal })),
    schedule(server, work),
    pay(server, work),
  ];
  const ended = Promise.allSettled(clients);
  const working = Promise.all(clients);
  // It is heard of when they rest.
  working.catch(() => {});
  return {
    working,
    async rest() {
      enough.abort();
      await working;
    },
    async giveUp() {
      const outcomes = await ended;
      return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    },
  };
}

/** A client whose server is gone has met a broken connection; one that was told something wrong has failed. */
export function isBroken(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === 'AbortError');
}

/** Answers that were cut off and jobs that were begun are taken up by the process that lives. */
async function readState({ ready }: Reached, runId: string): Promise<string> {
  const headers = { authorization: `Bearer ${ready.credentials.jwt}` };
  const response = await fetch(`${ready.baseUrl}/me/agent-runs/${runId}`, { headers });
  return JSON.parse(await response.text()).state;
}

/** Holds all that is stored against all that clients were told. */
export async function compareAll(server: Reached, told: Ledger): Promise<void> {
  for (const run of told.runs) {
    await vi.waitUntil(async () => (await readState(server, run.runId)) === 'idle', patience);
    compare(run, (await server.client.get(run.runId)).messages);
  }
  const { items } = await call(server, 'GET', '/me/schedules');
  const schedules = items.map(({ schedule_id }: { schedule_id: string }) => schedule_id);
  expect(schedules).toEqual(expect.arrayContaining([...told.schedules]));
  expect(schedules.filter((id: string) => told.deletedSchedules.has(id))).toEqual([]);
  // None was made twice.
  expect(schedules.length).toBeLessThanOrEqual(told.schedules.size + told.uncertainSchedules);
  const { paid } = await readPayments(server, told.openedCheckouts);
  expect(paid).toEqual(expect.arrayContaining([...told.paidCheckouts]));
  await vi.waitFor(async () => {
    const { balance, owed } = await readPayments(server, told.openedCheckouts);
    expect(balance - told.creditsBefore).toBe(owed);
  }, patience);
}
