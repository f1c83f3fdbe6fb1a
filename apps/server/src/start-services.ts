import { systemClock } from 'pg-boss';
import type { AppOptions } from './app.ts';
import { createFaults } from './control/faults.ts';
import { createEmbeddedIdentity, createOutsideIdentity } from './identity/identity.ts';
import { limitPrograms } from './interpreter/limit-programs.ts';
import { createLocalInterpreter, type LocalInterpreter } from './interpreter/local-interpreter.ts';
import { observePrograms } from './interpreter/observe-programs.ts';
import { type BackgroundJobs, createBackgroundJobs } from './jobs/background-jobs.ts';
import { openJobQueue } from './jobs/job-queue.ts';
import { openBoss } from './jobs/open-boss.ts';
import { type OpenSignals, openRunSignals } from './jobs/open-run-signals.ts';
import { openScheduleQueue } from './jobs/schedule-queue.ts';
import { chooseModel } from './model/agent-model.ts';
import { openPayments } from './payments/open-payments.ts';
import type { Report } from './report.ts';
import { createSchedules } from './schedules/schedules.ts';
import { claimSecret } from './secrets/claim-secret.ts';
import { loadSecret } from './secrets/load-secret.ts';
import { createSecretBox } from './secrets/secret-box.ts';
import type { Services } from './services.ts';
import type { Store } from './store/store.ts';
import { userCacheFolder } from './store/user-folders.ts';
import { openTools } from './tools/open-tools.ts';
import { createEventStore } from './turns/event-store.ts';
import { createTurns, type TurnsOptions } from './turns/turns.ts';

interface Setting {
  options: AppOptions;
  report: Report;
  /** Takes an event of the embedded payment provider to the deployment's own webhook. */
  deliver: Parameters<typeof openPayments>[0]['deliver'];
}

/** The services of a process, and what only the process itself has to do with. */
export interface StartedServices {
  services: Services;
  jobs: BackgroundJobs;
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
  { options, report, deliver }: Setting,
): Promise<StartedServices> {
  const secret = loadSecret(options.dataDir, options.secret);
  await claimSecret(store.db, { secret, place: store.place, replace: options.replaceSecret });
  const secretBox = createSecretBox(secret);
  const model = chooseModel(options.model);
  const localInterpreter = createLocalInterpreter({
    cacheDir: options.cacheDir ?? userCacheFolder(),
    report,
  });
  const interpreter = limitPrograms(
    observePrograms(options.interpreter ?? localInterpreter.run),
    options.maximumPrograms,
  );
  const tools = openTools(options, { db: store.db, secret, secretBox, interpreter, report });
  const ownerId = crypto.randomUUID();
  const reportInfo = options.logLevel === 'info' ? report : undefined;
  const working = { ownerId, interpreter, model, tools: tools.tools, report, reportInfo };
  const { jobs, signals, ...conversing } = await startWorking(store, { ...working, clock: options.clock });
  const window = options.sandbox ? sandboxWindowSeconds : windowSeconds;
  const services: Services = {
    store,
    model,
    secretBox,
    ...tools,
    ...conversing,
    identity: options.identity ? createOutsideIdentity(options.identity) : createEmbeddedIdentity(secret),
    payments: await openPayments({ store, secret, stripe: options.stripe, window, deliver }),
    faults: createFaults(),
    reportInfo,
    publicUrl: options.publicUrl,
  };
  return { services, jobs, signals, localInterpreter, ownerId };
}

type Working = Omit<TurnsOptions, 'db' | 'signals' | 'eventStore' | 'startJob'> & Pick<AppOptions, 'clock'>;

async function startWorking(
  store: Store,
  { clock = systemClock, ...working }: Working,
): Promise<Pick<Services, 'turns' | 'schedules'> & Pick<StartedServices, 'jobs' | 'signals'>> {
  const { interpreter, report, reportInfo } = working;
  const boss = await openBoss(store, report, clock);
  const signals = await openRunSignals(boss, store, report);
  const queue = await openJobQueue(boss);
  const jobs = createBackgroundJobs({ store, queue, interpreter, signals, reportInfo });
  const telling = { db: store.db, signals, eventStore: createEventStore(store.db, signals) };
  const turns = createTurns({ ...working, ...telling, startJob: jobs.start });
  const alarms = await openScheduleQueue(boss);
  const schedules = createSchedules({ db: store.db, queue: alarms, turns, clock, report });
  return { turns, jobs, signals, schedules };
}
