import { findIsolation } from '../agents/interpreter/isolation/isolation.ts';
import { controlRoutes } from '../control/control-routes.ts';
import { adminRoutes } from '../http/admin/admin-routes.ts';
import { createFetch } from '../http/routes.ts';
import { webhookRequest } from '../payments/open-payments.ts';
import { type Logger, logToStderr, withLogContext } from '../platform/logger.ts';
import { type RecentError, rememberErrors } from '../platform/recent-errors.ts';
import { observeRequests } from '../platform/telemetry/observe-requests.ts';
import { sandboxExamples } from '../sandbox/sandbox-examples.ts';
import { webhookFixture } from '../sandbox/sandbox-fixtures.ts';
import { openSandbox } from '../sandbox/seed-sandbox.ts';
import type { Store } from '../store/store.ts';
import type { App, AppOptions } from './app.ts';
import { pruneRuns, startMaintenance } from './maintenance.ts';
import { createMetrics } from './metrics.ts';
import { openDatabase } from './open-database.ts';
import { withoutSecrets } from './redact-secrets.ts';
import { startServices } from './start-services.ts';

/**
 * Starts a deployment that is called through `fetch`.
 * @throws {UserError} when the data folder is in use or the database can't be reached.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { logger: told, recentErrors } = rememberErrors(options.logger ?? logToStderr);
  const logger = withLogContext(withoutSecrets(told, options));
  const store = await openDatabase(options, logger);
  try {
    return await startOn(store, { options, logger, recentErrors });
  } catch (error) {
    await store.close();
    throw error;
  }
}

interface Start {
  options: AppOptions;
  logger: Logger;
  recentErrors: readonly RecentError[];
}

async function startOn(store: Store, { options, logger, recentErrors }: Start): Promise<App> {
  const { services, jobs, programs, signals, localInterpreter, ownerId } = await startServices(store, {
    options,
    logger,
    deliver: async (signed) => await fetch(webhookRequest(signed)),
  });
  const seed = async () => (options.sandbox ? await openSandbox(options.dataDir, services) : undefined);
  const sandboxKeys = await seed();
  let isDraining = false;
  const { corsOrigins } = options;
  const examples = options.sandbox ? sandboxExamples : undefined;
  const answer = createFetch(services, { logger, corsOrigins, examples, isDraining: () => isDraining });
  const observed = observeRequests(answer, services.infoLogger);
  const { adminToken } = options;
  const metrics = adminToken
    ? await createMetrics({ store, turns: services.turns, jobs, programs, recentErrors })
    : undefined;
  const fetch: typeof observed = async (request, address) => {
    const response = await observed(request, address);
    metrics?.note(request, response);
    return response;
  };
  const admin =
    adminToken && metrics
      ? adminRoutes({
          token: adminToken,
          services,
          jobs,
          metrics: metrics.respond,
          figures: metrics.figures,
          logger,
        })
      : undefined;
  const { controlToken: token } = options;
  const reseed = async () => void (await seed());
  const control = token ? controlRoutes({ token, services, reseed, logger }) : undefined;
  const { turns, schedules, payments } = services;
  const stopMaintenance = await startMaintenance({
    store,
    jobs,
    turns,
    signals,
    schedules,
    payments,
    ownerId,
    prune: pruneRuns(store.db, options.keepRunDays),
    logger,
  });
  const closer = closeOnce(async (graceMilliseconds) => {
    await stopMaintenance();
    await schedules.close();
    await turns.close(graceMilliseconds);
    await signals.close();
    await jobs.close();
    localInterpreter.close();
    await store.close();
  });
  return {
    fetch: async (request, client) =>
      closer.closed() ? stopping() : await fetch(request, addressIn(client)),
    control: control && (async (request) => (closer.closed() ? stopping() : await control.fetch(request))),
    admin: admin && (async (request) => (closer.closed() ? stopping() : await admin.fetch(request))),
    place: store.place,
    sandboxKeys,
    sandboxWebhook: sandboxKeys && payments.embedded && webhookFixture(payments.embedded),
    isolation: options.interpreter ? undefined : findIsolation(),
    issueJwt: services.identity.issue,
    async warmUp() {
      await turns.warmUp();
      // Who starts a sandbox is going to try everything; elsewhere the first program tells that there will be more.
      if (options.sandbox && !options.interpreter) localInterpreter.warmUp();
    },
    drain() {
      isDraining = true;
    },
    close: closer.close,
  };
}

/** An app may be closed twice, and is closed from the first time on. */
function closeOnce(closeAll: (graceMilliseconds: number) => Promise<void>) {
  let closing: Promise<void> | undefined;
  return {
    closed: () => closing !== undefined,
    close: async ({ graceMilliseconds = 2_000 } = {}) => {
      closing ??= closeAll(graceMilliseconds);
      await closing;
    },
  };
}

function stopping(): Response {
  return Response.json(
    { detail: 'The server is stopping.' },
    { status: 503, headers: { 'retry-after': '1' } },
  );
}

function addressIn(client: unknown): string | undefined {
  const isNamed = typeof client === 'object' && client !== null && 'address' in client;
  return isNamed && typeof client.address === 'string' ? client.address : undefined;
}
