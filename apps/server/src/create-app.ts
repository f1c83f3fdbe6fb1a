import type { Clock } from 'pg-boss';
import { controlRoutes } from './control/control-routes.ts';
import { createFaults } from './control/faults.ts';
import { createRoutes } from './http/routes.ts';
import {
  createEmbeddedIdentity,
  createOutsideIdentity,
  type Identity,
  type IdentityOptions,
} from './identity/identity.ts';
import type { Interpreter } from './interpreter/interpreter.ts';
import { runInChild } from './interpreter/run-in-child.ts';
import { type BackgroundJobs, createBackgroundJobs } from './jobs/background-jobs.ts';
import { openJobQueue } from './jobs/job-queue.ts';
import { openBoss } from './jobs/open-boss.ts';
import { openScheduleQueue } from './jobs/schedule-queue.ts';
import { keepHouse } from './keep-house.ts';
import { chooseModel, type ModelOptions, type ModelSource } from './model/agent-model.ts';
import { openPayments, webhookRequest } from './payments/open-payments.ts';
import type { StripeOptions } from './payments/stripe/stripe-provider.ts';
import { type Report, reportToStderr } from './report.ts';
import { issueSandboxJwts } from './sandbox/issue-sandbox-jwts.ts';
import { loadSandboxKeys, type SandboxCredentials } from './sandbox/sandbox-keys.ts';
import { seedSandbox } from './sandbox/seed-sandbox.ts';
import { type WebhookFixture, webhookFixture } from './sandbox/webhook-fixture.ts';
import { createSchedules, type Schedules } from './schedules/schedules.ts';
import { loadSecret } from './secrets/load-secret.ts';
import { createSecretBox } from './secrets/secret-box.ts';
import type { Services } from './services.ts';
import { openStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';
import { openTools } from './tools/open-tools.ts';
import type { ToolCatalog } from './tools/tool-catalog.ts';
import { createTurnWaits } from './turns/turn-waits.ts';
import { createTurns, type Turns } from './turns/turns.ts';

/** How a deployment is set up. */
export interface AppOptions {
  /** Folder for the embedded database and the sandbox's keys. */
  dataDir: string;
  /** PostgreSQL to use instead of the embedded database; several processes may share it. */
  databaseUrl?: string | undefined;
  /** An OpenAI-compatible model, or any other by a function; by default the scripted one answers. */
  model?: ModelOptions | ModelSource | undefined;
  /** Who signs the users' JWTs. Default: an embedded issuer, for development. */
  identity?: IdentityOptions | undefined;
  /** 32 bytes in base64url that processes on one database must share. Default: made, and kept in `dataDir`. */
  secret?: string | undefined;
  /** Takes payments through Stripe. Default: an embedded provider, through which no real money moves. */
  stripe?: StripeOptions | undefined;
  /** Where clients reach the deployment, for the addresses of checkouts. Default: the address of each request. */
  publicUrl?: string | undefined;
  /** Opens the control surface to whoever has this token. Default: there's none. */
  controlToken?: string | undefined;
  /** Address of the service behind the NOTIFIER tools. Default: an embedded one. */
  notifierUrl?: string | undefined;
  /** Hosts, each with or without a port, of MCP servers that users may register; `*` for any. Default: none, in a sandbox those of this machine. */
  mcpHosts?: readonly string[] | undefined;
  /** Runs agents' code, for example in a container. Default: a sandboxed process of this machine. */
  interpreter?: Interpreter | undefined;
  /** The clock of jobs and schedules, for tests: a `TestClock` of pg-boss. Default: the database's. */
  clock?: Clock | undefined;
  /** Seeds two users with keys and demo agents. Default false. */
  sandbox?: boolean | undefined;
  /** Where prepared databases are cached. Default: the user's cache folder. */
  cacheDir?: string | undefined;
  /** Hears of what goes wrong inside. Default: JSON lines on standard error. */
  report?: Report | undefined;
}

/** A running deployment without a socket. */
export interface App {
  /** Answers a request; `/agents/…` is the Workers API, `/me/…` the User API. */
  fetch(request: Request): Promise<Response>;
  /** Answers a request to the control surface, which arranges states for tests; undefined where it's off. */
  control: ((request: Request) => Promise<Response>) | undefined;
  /** Where the data is, in words. */
  place: string;
  /** The keys and JWTs of the sandbox users, if there's a sandbox. */
  sandboxKeys: SandboxCredentials | undefined;
  /** An event for the payment webhook, if there's a sandbox with the embedded provider. */
  sandboxWebhook: WebhookFixture | undefined;
  /** Signs a JWT; undefined where another issuer does that. */
  issueJwt: Identity['issue'];
  /** Loads what the first request would otherwise wait for; a start need not wait for it. */
  warmUp(): Promise<void>;
  /** Lets running answers end within the time (default 2,000 ms), hands jobs over and closes the database. */
  close(options?: { graceMilliseconds?: number }): Promise<void>;
}

/**
 * Starts a deployment that is called through `fetch`.
 * @throws {UserError} when the data folder is in use or the database can't be reached.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const report = options.report ?? reportToStderr;
  const store = await openStore(options, report);
  try {
    return await startOn(store, options, report);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function startOn(store: Store, options: AppOptions, report: Report): Promise<App> {
  const secret = loadSecret(options.dataDir, options.secret);
  const secretBox = createSecretBox(secret);
  const identity = options.identity
    ? createOutsideIdentity(options.identity)
    : createEmbeddedIdentity(secret);
  const sandboxKeys = options.sandbox
    ? await openSandbox(store, options.dataDir, { identity, secretBox })
    : undefined;
  const ownerId = crypto.randomUUID();
  const model = chooseModel(options.model);
  const interpreter = options.interpreter ?? runInChild;
  const toolServices = openTools(options, { db: store.db, secret, secretBox, interpreter, report });
  const { clock } = options;
  const working = { ownerId, interpreter, model, tools: toolServices.tools, clock, report };
  const { turns, jobs, schedules } = await startWorking(store, working);
  const payments = await openPayments({
    store,
    secret,
    stripe: options.stripe,
    window: options.sandbox ? sandboxWindowSeconds : windowSeconds,
    deliver: async (signed) => await routes.fetch(webhookRequest(signed)),
  });
  const faults = createFaults();
  const services: Services = {
    store,
    turns,
    model,
    identity,
    secretBox,
    payments,
    faults,
    ...toolServices,
    schedules,
    publicUrl: options.publicUrl,
  };
  const routes = createRoutes(services, report);
  const stopHousekeeping = await keepHouse({ store, jobs, turns, schedules, payments, ownerId, report });
  const reseed = async () => {
    if (options.sandbox) await openSandbox(store, options.dataDir, services);
  };
  const control = options.controlToken
    ? controlRoutes({ token: options.controlToken, services, reseed, report })
    : undefined;
  let closed: Promise<void> | undefined;

  async function closeAll(graceMilliseconds: number): Promise<void> {
    await stopHousekeeping();
    await schedules.close();
    await turns.close(graceMilliseconds);
    await jobs.close();
    await store.close();
  }

  return {
    fetch: async (request) => (closed ? stopping() : await routes.fetch(request)),
    control: control && (async (request) => (closed ? stopping() : await control.fetch(request))),
    place: store.place,
    sandboxKeys,
    sandboxWebhook: sandboxKeys && payments.embedded && webhookFixture(payments.embedded),
    issueJwt: identity.issue,
    warmUp: turns.warmUp,
    close({ graceMilliseconds = 2_000 } = {}) {
      closed ??= closeAll(graceMilliseconds);
      return closed;
    },
  };
}

// A signature is good for so long; a sandbox's fixture holds one that was made at its start.
const windowSeconds = 300;
const sandboxWindowSeconds = 86_400;

async function openSandbox(
  store: Store,
  dataDir: string,
  { identity, secretBox }: Pick<Services, 'identity' | 'secretBox'>,
): Promise<SandboxCredentials> {
  const keys = loadSandboxKeys(dataDir);
  await seedSandbox(store.db, { keys, secretBox });
  return { ...keys, ...(await issueSandboxJwts(identity)) };
}

function stopping(): Response {
  return Response.json(
    { detail: 'The server is stopping.' },
    { status: 503, headers: { 'retry-after': '1' } },
  );
}

interface Working {
  ownerId: string;
  interpreter: Interpreter;
  tools: ToolCatalog;
  model: ModelSource;
  clock: Clock | undefined;
  report: Report;
}

async function startWorking(
  store: Store,
  { ownerId, interpreter, model, tools, clock, report }: Working,
): Promise<{ turns: Turns; jobs: BackgroundJobs; schedules: Schedules }> {
  const waits = createTurnWaits();
  const boss = await openBoss(store, report, clock);
  const queue = await openJobQueue(boss);
  const jobs = createBackgroundJobs({ store, queue, interpreter, waits });
  const turns = createTurns({
    db: store.db,
    ownerId,
    waits,
    model,
    interpreter,
    tools,
    startJob: jobs.start,
    report,
  });
  const alarms = await openScheduleQueue(boss);
  const schedules = createSchedules({ db: store.db, queue: alarms, turns, report });
  return { turns, jobs, schedules };
}
