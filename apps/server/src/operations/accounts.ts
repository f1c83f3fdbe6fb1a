import { z } from 'zod';
import type { BackgroundJobs } from '../agents/jobs/background-jobs.ts';
import type { Tier } from '../domain/visibility.ts';
import { endSubscriptionsTo } from '../payments/subscriptions.ts';
import { type Account, findAccount, setTier } from '../store/account-repository.ts';
import { listAgentIds } from '../store/agent-repository.ts';
import { setBalance } from '../store/credits-repository.ts';
import { deleteUserData } from '../store/delete-user.ts';
import { exportUserData } from '../store/export-user.ts';
import { listRunningJobIdsOf } from '../store/job-repository.ts';
import { listSchedules } from '../store/schedule-repository.ts';
import type { Database } from '../store/store.ts';
import { listPaidReferences } from '../store/subscription-repository.ts';
import { hasRunningTurnOf } from '../store/turn-repository.ts';
import { seeUser } from '../store/user-repository.ts';
import { isRefusal, noContent, type Refusal, refuse } from './outcome.ts';
import { tier } from './record-parts.ts';
import type { Services } from './services.ts';

/** What may be said of an account by an operator, and by a test that arranges states. */
export const accountFields = {
  name: z.string().min(1).max(255),
  tier,
  credits: z.int().min(0).max(2_000_000_000),
};

interface AccountChange {
  tier?: Tier | undefined;
  /** Null takes the credits away altogether. */
  credits?: number | null | undefined;
}

/** The account of the user with this id. */
export async function getAccount(db: Database, id: string): Promise<Account | Refusal<'not-found'>> {
  return (await findAccount(db, id)) ?? refuse('not-found', `There is no user ${id}.`);
}

/** The user of this name, who is added with this tier if there's none, and has these credits from now on. */
export async function addAccount(
  { store: { db } }: Pick<Services, 'store'>,
  { name, tier, credits }: { name: string; tier: Tier; credits?: number | undefined },
): Promise<Account> {
  return await db.transaction().execute(async (transaction) => {
    const { id } = await seeUser(transaction, { name, tier });
    await applyChange(transaction, id, { credits });
    const account = await findAccount(transaction, id);
    if (!account) throw new Error('An account that was just added is not there.');
    return account;
  });
}

/** Changes what is given and leaves the rest. */
export async function changeAccount(
  { store: { db } }: Pick<Services, 'store'>,
  id: string,
  change: AccountChange,
): Promise<Account | Refusal<'not-found'>> {
  return await db.transaction().execute(async (transaction) => {
    const account = await getAccount(transaction, id);
    if (isRefusal(account)) return account;
    await applyChange(transaction, account.id, change);
    return await getAccount(transaction, id);
  });
}

async function applyChange(db: Database, userId: string, { tier, credits }: AccountChange): Promise<void> {
  if (tier !== undefined) await setTier(db, { userId, tier });
  if (credits !== undefined) await setBalance(db, { userId, balance: credits });
}

/**
 * Deletes a user with all that is theirs. Work under way is ended first, for it would write on; what is gone is not paid
 * for any longer.
 */
export async function deleteAccount(
  services: Services,
  jobs: Pick<BackgroundJobs, 'cancel'>,
  id: string,
): Promise<typeof noContent | Refusal<'not-found' | 'conflict'>> {
  const { db } = services.store;
  const account = await getAccount(db, id);
  if (isRefusal(account)) return account;
  if (await hasRunningTurnOf(db, account.id)) return isAnswering();
  for (const jobId of await listRunningJobIdsOf(db, account.id)) await jobs.cancel(jobId);
  await endAllSubscriptions(services, account.id);
  const schedules = await listSchedules(db, account.id);
  await services.notifications.deleteUser(account.id);
  if (!(await deleteUnlessAnswering(services, account.id))) return isAnswering();
  for (const schedule of schedules) await services.schedules.unset(schedule.id);
  return noContent;
}

/** All that is kept of a user, here and by the notification service. */
export async function* exportAccount(
  { store, notifications }: Services,
  userId: string,
): AsyncGenerator<object, void> {
  yield* exportUserData(store.db, userId);
  yield* notifications.exportUser(userId);
}

/** Those of others to the user's agents, and the user's own. */
async function endAllSubscriptions(services: Services, userId: string): Promise<void> {
  const { store, payments } = services;
  for (const agentId of await listAgentIds(store.db, userId)) await endSubscriptionsTo(agentId, services);
  for (const reference of await listPaidReferences(store.db, userId))
    await payments.provider.endSubscription(reference);
}

/** @returns false when a turn has begun meanwhile; nothing is deleted then. */
async function deleteUnlessAnswering({ store }: Services, userId: string): Promise<boolean> {
  return await store.db.transaction().execute(async (transaction) => {
    if (await hasRunningTurnOf(transaction, userId)) return false;
    await deleteUserData(transaction, userId);
    return true;
  });
}

function isAnswering(): Refusal<'conflict'> {
  return refuse('conflict', 'An answer of this user, or of an agent of theirs, is under way. Try again.');
}
