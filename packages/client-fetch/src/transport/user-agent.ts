import { version } from '../gen/version.ts';

/** The header that names this client and its runtime. A browser has its own, and would ask CORS about another. */
export function userAgent(): Record<string, string> {
  const { userAgent: runtime = '' } = globalThis.navigator ?? {};
  return runtime.startsWith('Mozilla/')
    ? {}
    : { 'user-agent': `agent-workers-client-fetch/${version} ${runtime}`.trim() };
}
