import { readFileSync } from 'node:fs';

/** The version of this package, as its package.json has it. */
export function programVersion(): string {
  const about: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const named = typeof about === 'object' && about !== null && 'version' in about;
  return named && typeof about.version === 'string' ? about.version : 'unknown';
}
