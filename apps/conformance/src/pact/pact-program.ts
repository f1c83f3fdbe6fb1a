import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { UsageError } from '../deployment/errors.ts';

const name = '@pact-foundation/pact-cli';

/**
 * Pact's own program, as the npm package for this platform brings it.
 *
 * @throws UsageError when it is not installed
 */
export function findPactProgram(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const file = `standalone/pact${system === 'windows' ? '.exe' : ''}`;
  try {
    const ofPact = createRequire(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const path = ofPact
      .resolve(`${name}-${system}-${process.arch}/package.json`)
      .replace(/package\.json$/, file);
    if (existsSync(path)) return path;
    throw new Error(`${path} is missing`);
  } catch (cause) {
    const why = `pact needs ${name} with its program for ${system}-${process.arch}`;
    throw new UsageError(`${why}. Install it without leaving optional dependencies out.`, { cause });
  }
}

/** Variables by which the program would be told things that nobody said here, or send requests elsewhere. */
const unwanted = /^(PACT_|https?_proxy$|all_proxy$|no_proxy$)/i;

/** The environment of the program: no telemetry, no proxy for loopback, and of Pact's own variables those given. */
export function pactEnvironment(
  environment: NodeJS.ProcessEnv,
  own: NodeJS.ProcessEnv = {},
): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([variable]) => !unwanted.test(variable));
  return { ...Object.fromEntries(kept), ...own, PACT_DO_NOT_TRACK: 'true' };
}
