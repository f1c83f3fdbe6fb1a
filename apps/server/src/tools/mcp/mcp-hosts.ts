/** Whether the operator lets this deployment call a server: users must not reach what only this machine can. */
export function isAllowedUrl(url: string, allowedHosts: readonly string[]): boolean {
  const parsed = URL.parse(url);
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol)) return false;
  return allowedHosts.some((host) => host === '*' || host === parsed.host || host === parsed.hostname);
}

/** What a sandbox may call: servers that a developer runs beside it. */
export const loopbackHosts: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];
