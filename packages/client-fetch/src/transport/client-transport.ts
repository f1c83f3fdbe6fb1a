import { environmentDeployment } from '../clients/environment.ts';
import type { Profile } from '../clients/profile.ts';
import { withStatusErrors } from '../errors/with-status-errors.ts';
import type { Report } from '../validation/contract-violation.ts';
import { withSchemas } from '../validation/with-schemas.ts';
import { deploymentTransport } from './deployment-transport.ts';
import type { FetchTransportOptions } from './fetch-transport.ts';
import type { RetryOptions, Timeouts } from './limits.ts';
import { type LogLevel, logTo } from './log-level.ts';
import { type Middleware, withMiddleware } from './middleware.ts';
import { setHeader } from './set-header.ts';
import type { SchemaTransport, Transport } from './transport.ts';
import { userAgent } from './user-agent.ts';
import { withRetries } from './with-retries.ts';
import { withTimeouts } from './with-timeouts.ts';
import { type Tracer, withTracing } from './with-tracing.ts';

/** Everything around the calls of a client. */
export interface ClientTransportOptions extends FetchTransportOptions {
  /** Sends each attempt in place of fetch: a test transport, or one of your own. Everything below is around it too. */
  transport?: Transport | undefined;
  /** Says that this deployment takes the API key for the User API too, which the interface doesn't show. */
  acceptsApiKey?: boolean | undefined;
  /**
   * Of GET, and of a POST with an idempotency key; never of anything else, and never once a stream has begun. Whether a
   * deployment honours such a key is not shown by the interface.
   */
  retry?: RetryOptions | undefined;
  /** An attempt takes 60,000 ms at most unless given; the other clocks run where they are given. */
  timeouts?: Timeouts | undefined;
  /** Sent with each call; those of the call win. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Around each attempt; the first is the outermost. */
  middleware?: readonly Middleware[] | undefined;
  /** Around each call. */
  tracer?: Tracer | undefined;
  /**
   * What the console is told of each attempt, without bodies and secrets: `debug` all, `warn` failures, `off` nothing.
   * AGENT_WORKERS_LOG unless given, and else off.
   */
  log?: LogLevel | undefined;
  /** What this deployment's records look like; answers and events are held to it. */
  profile?: Profile | undefined;
  /** Told of what doesn't match the profile or a call's schema, in place of a ContractViolationError. */
  report?: Report | undefined;
}

/**
 * The transport of the clients: retries of what is safe to repeat, with jitter and a capped Retry-After, clocks,
 * middleware, logging, tracing, schemas, and an error class for each documented status. Addresses and credentials that
 * aren't given come from AGENT_WORKERS_AGENTS_URL, AGENT_WORKERS_API_KEY, AGENT_WORKERS_BASE_URL and AGENT_WORKERS_JWT.
 */
export function clientTransport(options: ClientTransportOptions = {}): SchemaTransport {
  const deployment = { ...environmentDeployment(), ...given(options) };
  if (options.acceptsApiKey) deployment.jwt = deployment.apiKey ?? false;
  // Where a transport of the caller's sends to is not known.
  const known = options.transport ? undefined : deployment;
  const { timeouts = {}, retry, headers = {}, middleware = [], tracer, log, profile, report } = options;
  const sent = withMiddleware(
    options.transport ?? deploymentTransport(deployment),
    ...middleware,
    ...logTo(log, known),
  );
  const attempts = withTimeouts(sent, ({ timeouts: own }) => ({
    attempt: 60_000,
    ...timeouts,
    ...own,
    idle: undefined,
    total: undefined,
  }));
  const retried = withRetries(attempts, retry);
  const timed = withTimeouts(retried, ({ timeouts: own }) => ({ ...timeouts, ...own, attempt: undefined }));
  const traced = withStatusErrors(tracer ? withTracing(timed, tracer) : timed, known);
  const added = Object.entries({ ...userAgent(), ...headers });
  const send: Transport = async (request) => {
    const { idempotencyKey } = request;
    for (const [name, value] of added) if (!request.headers.has(name)) setHeader(request, name, value);
    if (idempotencyKey) setHeader(request, 'idempotency-key', idempotencyKey);
    return traced(request);
  };
  return withSchemas(send, { profile, report });
}

/** An option that is undefined must not hide the variable of the environment. */
function given<Options extends object>(options: Options): Options {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Options;
}
