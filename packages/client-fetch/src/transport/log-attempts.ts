import { addressOf } from './address-of.ts';
import type { Deployment } from './deployment.ts';
import type { Middleware } from './middleware.ts';

/** Any logger with levels, such as `console` or pino. */
export interface Logger {
  debug(message: string, fields: object): void;
  warn(message: string, fields: object): void;
}

/** What is logged of an attempt. No body, identifier or secret is in it. */
export interface AttemptRecord {
  operation: string;
  method: string;
  route: string;
  /** Where it went, with the names of the path's parameters. */
  address?: string | undefined;
  attempt: number;
  milliseconds: number;
  headers: Record<string, string>;
  status?: number;
  requestId?: string;
  /** Name of the error, where no answer came. */
  error?: string;
}

const harmless = new Set(['accept', 'content-type', 'user-agent']);

/**
 * Middleware that logs each attempt: 2XX at debug, the rest at warn. Header values are redacted but for harmless ones.
 * Addresses are logged where the deployment is given.
 */
export function logAttempts(
  logger: Logger,
  deployment?: Pick<Deployment, 'agentsUrl' | 'baseUrl'>,
): Middleware {
  return async (request, next) => {
    const { operation, method, route, attempt = 1 } = request;
    const start = performance.now();
    const record = (outcome: Partial<AttemptRecord>): AttemptRecord => ({
      operation,
      method,
      route,
      ...(deployment && { address: addressOf(request, deployment) }),
      attempt,
      milliseconds: performance.now() - start,
      headers: redactHeaders(request.headers),
      ...outcome,
    });
    try {
      const response = await next(request);
      const requestId = response.headers.get('x-request-id');
      const fields = record({ status: response.status, ...(requestId && { requestId }) });
      logger[response.ok ? 'debug' : 'warn'](`${operation} was answered with ${response.status}`, fields);
      return response;
    } catch (error) {
      const name = error instanceof Error ? error.name : 'unknown';
      logger.warn(`${operation} got no answer`, record({ error: name }));
      throw error;
    }
  };
}

function redactHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    [...headers].map(([name, value]) => [name, harmless.has(name) ? value : '[redacted]']),
  );
}
