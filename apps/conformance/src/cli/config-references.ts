import type { Config } from '../deployment/config.ts';
import type { ConnectionConfig } from '../deployment/connection.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { credentialVariables } from '../deployment/find-credentials.ts';

export interface Referring {
  /** What may be written: every secret stands as the name of a variable. */
  readonly config: Config;
  /** The variables that the config names and the environment doesn't have. */
  readonly toSet: readonly string[];
}

/** The config of a deployment with `${NAME}` for each credential and each header. */
export function referencesFor(
  { openapi, baseUrl, agentsUrl, profile, credentials, fixtures, consistencyWindowMs }: Deployment,
  connection: ConnectionConfig | undefined,
  environment: NodeJS.ProcessEnv,
): Referring {
  const named = Object.entries(credentialVariables).filter(
    ([name]) => credentials[name as keyof typeof credentialVariables] !== undefined,
  );
  const headers = Object.keys(connection?.headers ?? {}).map((name) => [name, variableFor(name)] as const);
  const { toolCallMessage, ...others } = fixtures;
  const all = [...named, ...headers].map(([, variable]) => variable);
  return {
    config: {
      openapi,
      baseUrl,
      agentsUrl,
      profile,
      ...(consistencyWindowMs === usualWindowMs ? {} : { consistencyWindow: consistencyWindowMs / 1000 }),
      connection: connectionOf(connection, Object.fromEntries(asReferences(headers))),
      credentials: Object.fromEntries(asReferences(named)),
      fixtures: { ...others, ...(toolCallMessage === undefined ? {} : { toolCallMessage }) },
    },
    toSet: all.filter((variable) => environment[variable] === undefined),
  };
}

const usualWindowMs = 1_000;

function asReferences(named: readonly (readonly [string, string])[]): [string, string][] {
  return named.map(([name, variable]) => [name, `\${${variable}}`]);
}

/** Such as X_GATEWAY_KEY, of the header X-Gateway-Key. */
function variableFor(header: string): string {
  return header.toUpperCase().replaceAll(/\W/g, '_');
}

/** The address of a proxy may hold a password, so one that was given is left to the environment. */
function connectionOf(
  given: ConnectionConfig = {},
  headers: Readonly<Record<string, string>>,
): Config['connection'] {
  const { ca, cert, key } = given;
  const files = Object.fromEntries(
    Object.entries({ ca, cert, key }).filter(([, file]) => file !== undefined),
  );
  const whole = { ...(Object.keys(headers).length === 0 ? {} : { headers }), ...files };
  return Object.keys(whole).length === 0 ? undefined : whole;
}
