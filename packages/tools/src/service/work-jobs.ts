import type { RecordPlace, StoredRecord } from './notification-storage.ts';
import { receivePush } from './operations/pushes.ts';
import { type Job, type ServiceContext, toUser } from './service-context.ts';

const batch = 100;

/** Does what was put off, oldest first. A job that was cut short is done again; doing it twice changes nothing. */
export async function workJobs(context: ServiceContext): Promise<void> {
  const { storage } = context;
  for (;;) {
    const jobs = await storage.list({ kind: 'job', owner: '', active: true, limit: batch });
    if (jobs.length === 0) return;
    for (const job of jobs.toReversed()) {
      await work(context, job);
      await storage.remove(placeOf(job), { modified: context.stamp(), keepKey: false });
    }
  }
}

async function work(context: ServiceContext, { data }: StoredRecord): Promise<void> {
  // Only enqueue writes records of this kind.
  const job = data as unknown as Job;
  if (job.type === 'delete-pushes') await deletePushes(context, job);
  else await fanOut(context, job);
}

async function deletePushes(context: ServiceContext, { owner, until }: Job & { type: 'delete-pushes' }) {
  const { storage, stamp } = context;
  let after: StoredRecord | undefined;
  for (;;) {
    const pushes = await storage.list({ kind: 'push', owner, active: true, limit: batch, after });
    if (pushes.length === 0) return;
    for (const push of pushes.filter(({ created }) => created <= until))
      await storage.remove(placeOf(push), { modified: stamp(), keepKey: true });
    after = pushes.at(-1);
  }
}

async function fanOut(context: ServiceContext, job: Job & { type: 'fan-out' }): Promise<void> {
  const { storage } = context;
  const audience = await storage.find({ kind: 'audience', owner: '', iden: job.audience });
  const push = await storage.find({ kind: 'push', owner: job.owner, iden: job.push });
  if (!audience || !push?.active) return;
  for (const iden of [audience.data.members].flat().map(String)) {
    const user = await storage.find({ kind: 'user', owner: '', iden });
    if (user) await receivePush(context, push, toUser(user));
  }
}

function placeOf({ kind, owner, iden }: StoredRecord): RecordPlace {
  return { kind, owner, iden };
}
