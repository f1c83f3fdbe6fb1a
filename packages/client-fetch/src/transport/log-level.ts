import { environmentVariable } from '../clients/environment.ts';
import type { Deployment } from './deployment.ts';
import { logAttempts } from './log-attempts.ts';
import type { Middleware } from './middleware.ts';

/** How much of the traffic the console is told. */
export type LogLevel = 'debug' | 'warn' | 'off';

const variable = 'AGENT_WORKERS_LOG';

/** The middleware that logs at a level: that of AGENT_WORKERS_LOG unless given. An unknown level is told and logs nothing. */
export function logTo(
  level: string = environmentVariable(variable) ?? 'off',
  deployment?: Deployment,
): Middleware[] {
  // All to standard error: standard output is the program's own.
  const { warn } = console;
  if (level === 'debug' || level === 'warn')
    return [logAttempts({ debug: level === 'debug' ? warn : () => undefined, warn }, deployment)];
  if (level !== 'off') warn(`${variable} or log must be debug, warn or off. Nothing is logged.`);
  return [];
}
