import { controlRoutes } from '../control/control-routes.ts';
import { adminRoutes } from '../http/admin/admin-routes.ts';
import { createFetch } from '../http/routes.ts';
import type { Logger } from '../platform/logger.ts';
import type { RecentError } from '../platform/recent-errors.ts';
import { type Fetch, observeRequests } from '../platform/telemetry/observe-requests.ts';
import { sandboxExamples } from '../sandbox/sandbox-examples.ts';
import type { AppOptions } from './app.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { StartedServices } from './start-services.ts';

type Answer = (request: Request) => Promise<Response>;

/** What answers at each port. */
export interface Ports {
  fetch: Fetch;
  /** Undefined where the port isn't wanted. */
  admin: Answer | undefined;
  /** Undefined where the port isn't wanted. */
  control: Answer | undefined;
  /** Lets /readyz say from now on that requests had better be sent elsewhere. */
  drain(): void;
}

interface Behind {
  started: StartedServices;
  options: AppOptions;
  logger: Logger;
  recentErrors: readonly RecentError[];
  /** Brings back what a start adds. */
  reseed: () => Promise<void>;
}

/** Puts routes before the services. */
export async function openPorts(behind: Behind): Promise<Ports> {
  const { started, options, recentErrors } = behind;
  const { services, jobs, programs } = started;
  const measured = { store: services.store, turns: services.turns, jobs, programs, recentErrors };
  const metrics = options.adminToken ? await createMetrics(measured) : undefined;
  return { ...openApis(behind, metrics), admin: openAdmin(behind, metrics), control: openControl(behind) };
}

/** Both APIs, observed. */
function openApis(
  { started: { services }, options, logger }: Behind,
  metrics: Metrics | undefined,
): Pick<Ports, 'fetch' | 'drain'> {
  let isDraining = false;
  const { corsOrigins } = options;
  const examples = options.sandbox ? sandboxExamples : undefined;
  const answer = createFetch(services, { logger, corsOrigins, examples, isDraining: () => isDraining });
  const observed = observeRequests(answer, services.infoLogger);
  return {
    async fetch(request, address) {
      const response = await observed(request, address);
      metrics?.note(request, response);
      return response;
    },
    drain() {
      isDraining = true;
    },
  };
}

function openAdmin(
  { started: { services, jobs }, options: { adminToken: token }, logger }: Behind,
  metrics: Metrics | undefined,
): Answer | undefined {
  if (!token || !metrics) return undefined;
  const { respond, figures } = metrics;
  const routes = adminRoutes({ token, services, jobs, metrics: respond, figures, logger });
  return async (request) => await routes.fetch(request);
}

function openControl({
  started: { services },
  options: { controlToken: token },
  logger,
  reseed,
}: Behind): Answer | undefined {
  if (!token) return undefined;
  const routes = controlRoutes({ token, services, reseed, logger });
  return async (request) => await routes.fetch(request);
}
