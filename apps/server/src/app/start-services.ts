import { systemClock } from 'pg-boss';
import { createLocalInterpreter, type LocalInterpreter } from '../agents/interpreter/local-interpreter.ts';
import { observePrograms } from '../agents/interpreter/observe-programs.ts';
import { createProgramPlaces, limitPrograms } from '../agents/interpreter/program-places.ts';
import type { Semaphore } from '../agents/interpreter/semaphore.ts';
import { type BackgroundJobs, createBackgroundJobs } from '../agents/jobs/background-jobs.ts';
import { createJobGate } from '../agents/jobs/job-gate.ts';
import { openJobQueue } from '../agents/jobs/job-queue.ts';
import { chooseModel } from '../agents/model/agent-model.ts';
import { createEventStore } from '../agents/turns/event-store.ts';
import { type OpenSignals, openRunSignals } from '../agents/turns/open-run-signals.ts';
import { createTurns, type TurnsOptions } from '../agents/turns/turns.ts';
import { createAddressLimit } from '../domain/address-limit.ts';
import { createQuotaGuard, defaultQuotas, mayAdd } from '../domain/quotas.ts';
import { createFaults } from '../operations/fault-injection.ts';
import type { Services } from '../operations/services.ts';
import { sessionMilliseconds } from '../operations/users.ts';
import { openPayments } from '../payments/open-payments.ts';
import type { Logger } from '../platform/logger.ts';
import { createEmbeddedIssuer, createOidcVerifier } from '../platform/oidc-verifier.ts';
import { loadSecret } from '../platform/secrets/load-secret.ts';
import { createSecretBox } from '../platform/secrets/secret-box.ts';
import { openScheduleQueue } from '../schedules/schedule-queue.ts';
import { createSchedules } from '../schedules/schedules.ts';
import { claimSecret } from '../store/claim-secret.ts';
import { openBoss } from '../store/open-boss.ts';
import { countOwned } from '../store/quota-repository.ts';
import type { Store } from '../store/store.ts';
import { userCacheFolder } from '../store/user-folders.ts';
import type { AppOptions } from './app.ts';
import { openTools } from './open-tools.ts';

interface Setting {
  options: AppOptions;
  logger: Logger;
  /** Takes an event of the embedded payment provider to the deployment's own webhook. */
  deliver: Parameters<typeof openPayments>[0]['deliver'];
}

/** The services of a process, and what only the process itself has to do with. */
export interface StartedServices {
  services: Services;
  jobs: BackgroundJobs;
  programs: Semaphore;
  signals: OpenSignals;
  localInterpreter: LocalInterpreter;
  /** Tells this process's turns from those of others. */
  ownerId: string;
}

// A signature is good for so long; a sandbox's fixture holds one that was made at its start.
const windowSeconds = 300;
const sandboxWindowSeconds = 86_400;

/** Makes everything that the operations work with. */
export async function startServices(
  store: Store,
  { options, logger, deliver }: Setting,
): Promise<StartedServices> {
  const secret = loadSecret(options.dataDir, options.secret);
  await claimSecret(store.db, { secret, place: store.place, replace: options.replaceSecret });
  const secretBox = createSecretBox(secret);
  const model = chooseModel(options.model);
  const localInterpreter = createLocalInterpreter({
    cacheDir: options.cacheDir ?? userCacheFolder(),
    logger,
  });
  const programs = createProgramPlaces(options.maximumPrograms);
  const interpreter = limitPrograms(observePrograms(options.interpreter ?? localInterpreter.run), programs);
  const mayStore = (userId: string, bytes: number) =>
    mayAdd(quotas, { quota: 'bytes', userId, amount: bytes });
  const tools = openTools(options, { db: store.db, secret, secretBox, interpreter, mayStore, logger });
  const ownerId = crypto.randomUUID();
  const infoLogger = options.logLevel === 'info' ? logger : undefined;
  const jobGate = createJobGate();
  const quotas = createQuotaGuard({
    limits: { ...defaultQuotas, ...options.quotas },
    async count(quota, userId) {
      const elsewhere = quota === 'bytes' ? await tools.notifications.storedBytes(userId) : 0;
      return elsewhere + (await countOwned(store.db, quota, userId));
    },
  });
  const working = { ownerId, quotas, interpreter, model, tools: tools.tools, jobGate, logger, infoLogger };
  const { jobs, signals, ...conversing } = await startWorking(store, { ...working, clock: options.clock });
  const window = options.sandbox ? sandboxWindowSeconds : windowSeconds;
  const services: Services = {
    store,
    model,
    secretBox,
    ...tools,
    ...conversing,
    identity: options.identity ? createOidcVerifier(options.identity) : createEmbeddedIssuer(secret),
    payments: await openPayments({ store, secret, stripe: options.stripe, window, deliver }),
    quotas,
    sessionLimit: createAddressLimit({
      maximum: quotas.limits.sessions,
      windowMilliseconds: sessionMilliseconds,
    }),
    faults: createFaults(),
    jobGate,
    infoLogger,
    publicUrl: options.publicUrl,
  };
  return { services, jobs, programs, signals, localInterpreter, ownerId };
}

type Working = Omit<TurnsOptions, 'db' | 'signals' | 'eventStore' | 'startJob'> &
  Pick<AppOptions, 'clock'> &
  Pick<Services, 'jobGate' | 'quotas'>;

async function startWorking(
  store: Store,
  { clock = systemClock, jobGate: gate, quotas, ...working }: Working,
): Promise<Pick<Services, 'turns' | 'schedules'> & Pick<StartedServices, 'jobs' | 'signals'>> {
  const { interpreter, logger, infoLogger } = working;
  const boss = await openBoss(store, logger, clock);
  const signals = await openRunSignals(boss, store, logger);
  const queue = await openJobQueue(boss);
  const jobs = createBackgroundJobs({ store, queue, interpreter, signals, gate, quotas, infoLogger });
  const telling = { db: store.db, signals, eventStore: createEventStore(store.db, signals) };
  const turns = createTurns({ ...working, ...telling, startJob: jobs.start });
  const alarms = await openScheduleQueue(boss);
  const schedules = createSchedules({
    db: store.db,
    queue: alarms,
    startRunOnce: turns.startOnce,
    quotas,
    clock,
    logger,
  });
  return { turns, jobs, signals, schedules };
}
