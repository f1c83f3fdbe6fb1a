import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { devNull } from 'node:os';
import { UsageError } from '../deployment/errors.ts';
import { missingPackage } from '../deployment/optional-package.ts';

const name = '@pact-foundation/pact-cli';

/**
 * Pact's own program, as the npm package for this platform brings it.
 *
 * @throws UsageError when it is not installed
 */
export function findPactProgram(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const file = `standalone/pact${system === 'windows' ? '.exe' : ''}`;
  const require = createRequire(findPackage());
  try {
    const path = require
      .resolve(`${name}-${system}-${process.arch}/package.json`)
      .replace(/package\.json$/, file);
    if (existsSync(path)) return path;
    throw new Error(`${path} is missing`);
  } catch (cause) {
    const why = `pact needs ${name} with its program for ${system}-${process.arch}`;
    throw new UsageError(`${why}. Install it without leaving optional dependencies out.`, { cause });
  }
}

function findPackage(): string {
  try {
    return createRequire(import.meta.url).resolve(`${name}/package.json`);
  } catch (cause) {
    throw missingPackage({ name, what: 'pact verify' }, cause);
  }
}

const notPassedOn = /^(PACT_.*|SSL_CERT_(FILE|DIR))$/i;

/** The environment of the program: none of Pact's own variables, no telemetry, no proxy for loopback. */
export function pactEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([variable]) => !notPassedOn.test(variable));
  const direct = [environment.NO_PROXY ?? environment.no_proxy ?? [], '127.0.0.1'].flat().join(',');
  return {
    ...Object.fromEntries(kept),
    NO_PROXY: direct,
    no_proxy: direct,
    PACT_DO_NOT_TRACK: 'true',
    // It asks this process alone, without TLS; for each request it would read all of the system's certificates again.
    SSL_CERT_FILE: devNull,
  };
}
