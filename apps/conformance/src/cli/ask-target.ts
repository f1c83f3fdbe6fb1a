import { UsageError } from '../deployment/errors.ts';
import type { TargetOptions } from '../deployment/find-deployment.ts';
import type { Ask } from './ask.ts';

/** Asks for what neither options nor environment tell; an empty answer leaves it out. */
export async function askTarget(
  given: TargetOptions,
  environment: NodeJS.ProcessEnv,
  ask: Ask,
): Promise<TargetOptions> {
  const known = {
    baseUrl: given.baseUrl ?? environment.AGENT_WORKERS_BASE_URL,
    jwt: given.jwt ?? environment.AGENT_WORKERS_JWT,
    agentsUrl: given.agentsUrl ?? environment.AGENT_WORKERS_AGENTS_URL,
    apiKey: given.apiKey ?? environment.AGENT_WORKERS_API_KEY,
  };
  const text = async (
    name: keyof typeof known,
    question: string,
    hidden = false,
  ): Promise<string | undefined> => (known[name] ?? (await ask(question, { hidden }))) || undefined;
  // One of the environment stays there, so that what is wrong with it is told of its variable.
  const credential = async (name: 'jwt' | 'apiKey', what: string): Promise<string | undefined> =>
    known[name] === undefined
      ? text(name, `${what} of the user (not shown, not written; empty for none): `, true)
      : given[name];

  const baseUrl = await text('baseUrl', 'Base address of the User API, without /me (empty for none): ');
  const jwt = baseUrl === undefined ? given.jwt : await credential('jwt', 'JWT');
  const agentsUrl = await text('agentsUrl', 'Base address of the Workers API (empty for none): ');
  const apiKey = agentsUrl === undefined ? given.apiKey : await credential('apiKey', 'API key');
  const profile = given.profile ?? toProfile(await ask('May a run start runs and change things? [y/N] '));
  return { ...given, baseUrl, agentsUrl, jwt, apiKey, profile };
}

function toProfile(answer: string): 'full' | 'read-only' {
  if (/^(y|yes)$/i.test(answer)) return 'full';
  if (/^(n|no)?$/i.test(answer)) return 'read-only';
  throw new UsageError(`The answer is y or n, not ${JSON.stringify(answer)}. Nothing was written.`);
}
