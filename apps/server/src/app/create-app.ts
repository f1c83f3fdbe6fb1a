import { findIsolation } from '../agents/interpreter/isolation/isolation.ts';
import { webhookRequest } from '../payments/open-payments.ts';
import { type Logger, logToStderr, withLogContext } from '../platform/logger.ts';
import { type RecentError, rememberErrors } from '../platform/recent-errors.ts';
import { webhookFixture } from '../sandbox/sandbox-fixtures.ts';
import { openSandbox } from '../sandbox/seed-sandbox.ts';
import type { Store } from '../store/store.ts';
import type { App, AppOptions } from './app.ts';
import { pruneRuns, startMaintenance } from './maintenance.ts';
import { openDatabase } from './open-database.ts';
import { openPorts } from './open-ports.ts';
import { withoutSecrets } from './redact-secrets.ts';
import { type StartedServices, startServices } from './start-services.ts';

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
  const started = await startServices(store, {
    options,
    logger,
    deliver: async (signed) => await ports.fetch(webhookRequest(signed)),
  });
  const { services } = started;
  const seed = async () => (options.sandbox ? await openSandbox(options.dataDir, services) : undefined);
  const sandboxKeys = await seed();
  const reseed = async () => void (await seed());
  const ports = await openPorts({ started, options, logger, recentErrors, reseed });
  const prune = pruneRuns(store.db, options.keepRunDays);
  const stopMaintenance = await startMaintenance({ ...services, ...started, prune, logger });
  const { closed, close } = closeOnce(async (graceMilliseconds) => {
    await stopMaintenance();
    await closeServices(started, graceMilliseconds);
  });
  const { fetch: answer, admin, control, drain } = ports;
  return {
    fetch: async (request, client) => (closed() ? stopping() : await answer(request, addressIn(client))),
    control: control && (async (request) => (closed() ? stopping() : await control(request))),
    admin: admin && (async (request) => (closed() ? stopping() : await admin(request))),
    place: store.place,
    sandboxKeys,
    sandboxWebhook: sandboxKeys && services.payments.embedded && webhookFixture(services.payments.embedded),
    isolation: options.interpreter ? undefined : findIsolation(),
    issueJwt: services.identity.issue,
    warmUp: services.turns.warmUp,
    drain,
    close,
  };
}

/** In an order in which nothing is used that is closed. */
async function closeServices(
  { services, jobs, signals, localInterpreter }: StartedServices,
  graceMilliseconds: number,
): Promise<void> {
  await services.schedules.close();
  await services.turns.close(graceMilliseconds);
  await signals.close();
  await jobs.close();
  localInterpreter.close();
  await services.store.close();
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
