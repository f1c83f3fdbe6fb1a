import { environmentVariable } from '../clients/environment.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { logAttempts } from './log-attempts.ts';
import type { Middleware } from './middleware.ts';

/** How much of the traffic the console is told. */
export type LogLevel = 'debug' | 'warn' | 'off';

const variable = 'AGENT_WORKERS_LOG';

/** The middleware that logs at a level: that of AGENT_WORKERS_LOG unless given. @throws {ConfigurationError} */
export function logTo(level: string = environmentVariable(variable) ?? 'off'): Middleware[] {
  if (level === 'off') return [];
  if (level !== 'debug' && level !== 'warn') {
    const problem = `has no level "${level}"; give debug, warn or off`;
    throw new ConfigurationError(problem, { operation: variable, option: 'log', variable });
  }
  const { debug, warn } = console;
  return [logAttempts({ debug: level === 'debug' ? debug : () => undefined, warn })];
}
