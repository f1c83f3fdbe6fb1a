import type { Config } from './config.ts';
import type { Deployment } from './deployment.ts';
import { sendable } from './sendable.ts';

type Credentials = Deployment['credentials'];

/** The variables of the environment that credentials come from. */
export const credentialVariables = {
  apiKey: 'AGENT_WORKERS_API_KEY',
  jwt: 'AGENT_WORKERS_JWT',
  otherApiKey: 'AGENT_WORKERS_OTHER_API_KEY',
  otherJwt: 'AGENT_WORKERS_OTHER_JWT',
  sandboxJwt: 'AGENT_WORKERS_SANDBOX_JWT',
} as const satisfies Record<keyof Credentials, string>;

interface Places {
  readonly options: {
    readonly config?: string | undefined;
    readonly apiKey?: string | undefined;
    readonly jwt?: string | undefined;
  };
  readonly file: Config;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Each credential from the first place that has it: options, config file, environment.
 *
 * @throws UsageError for one that no header takes
 */
export function findCredentials({ options, file, environment }: Places): Credentials {
  const find = (name: keyof Credentials, option?: string, given?: string): string | undefined => {
    const variable = credentialVariables[name];
    const places = [
      { place: option, text: given },
      { place: options.config, text: file.credentials?.[name] },
      { place: variable, text: environment[variable] },
    ];
    const first = places.find(({ text }) => text !== undefined);
    return first?.text === undefined
      ? undefined
      : sendable(first.text, `credentials.${name} (${first.place})`);
  };
  return {
    apiKey: find('apiKey', '--api-key', options.apiKey),
    jwt: find('jwt', '--jwt', options.jwt),
    otherApiKey: find('otherApiKey'),
    otherJwt: find('otherJwt'),
    sandboxJwt: find('sandboxJwt'),
  };
}
