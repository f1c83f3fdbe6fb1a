import type { PgBoss } from 'pg-boss';
import type { Logger } from '../../platform/logger.ts';
import { notifyChannel } from '../../store/connection.ts';
import type { Store } from '../../store/store.ts';
import { createRunSignals, type RunSignals } from './run-signals.ts';

const channel = 'agent_workers_run';
// The longest wait after an announcement that got lost.
const lookAgainMilliseconds = 5_000;

/** Signals that reach other processes until they are closed. */
export interface OpenSignals extends RunSignals {
  close(): Promise<void>;
}

/** Connects the processes of one database by LISTEN and NOTIFY; one that is alone needs no connection. */
export async function openRunSignals(boss: PgBoss, store: Store, logger: Logger): Promise<OpenSignals> {
  if (store.exclusive) return { ...createRunSignals(() => {}), close: async () => {} };
  const sending = new Set<Promise<unknown>>();
  const signals = createRunSignals((runIds) => {
    const sent = notifyChannel(store.db, channel, runIds)
      .catch((error) => logger('An announcement did not go out.', { error }))
      .finally(() => sending.delete(sent));
    sending.add(sent);
  });
  // The queue's library keeps the connection alive, and opens it again when it breaks.
  const listener = await boss.getDb().listen?.(channel, signals.notify, signals.notifyAll);
  const timer = setInterval(signals.notifyAll, lookAgainMilliseconds);
  timer.unref();
  return {
    ...signals,
    async close() {
      clearInterval(timer);
      await Promise.all(sending);
      await listener?.close();
    },
  };
}
