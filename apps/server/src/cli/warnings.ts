import type { ServerOptions } from './options/server-options.ts';

/** What had better not be reached from other machines, and is. */
export function warnings(
  options: Pick<ServerOptions, 'host' | 'sandbox' | 'identity' | 'adminPort' | 'adminHost'>,
): string[] {
  const { host, sandbox, identity, adminPort, adminHost } = options;
  const found: string[] = [];
  if (adminPort !== undefined && !isLoopback(adminHost))
    found.push('the admin port can be reached from other machines, and its token is sent in the clear.');
  if (isLoopback(host)) return found;
  if (sandbox)
    found.push(
      "other machines reach a sandbox, whose users, codes and agents are public knowledge. Don't host it.",
    );
  if (!identity)
    found.push(
      'this server signs its JWTs itself, which is meant for development: give --jwt-issuer, --jwt-audience and --jwks-url.',
    );
  return found;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
