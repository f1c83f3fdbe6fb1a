import type { Config } from './config.ts';
import { type ConnectionConfig, toConnection } from './connection.ts';
import type { Deployment } from './deployment.ts';
import { findCredentials } from './find-credentials.ts';
import { readConfig } from './read-config.ts';
import { sendable } from './sendable.ts';
import { type Embedded, startEmbedded } from './start-embedded.ts';
import { toDeployment } from './to-deployment.ts';

/** Which deployment to judge, as flags and environment tell; all of them win over the config file. */
export interface TargetOptions {
  readonly config?: string | undefined;
  readonly agentsUrl?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly jwt?: string | undefined;
  readonly agentId?: string | undefined;
  /** URL or path of the deployment's own OpenAPI document. */
  readonly openapi?: string | undefined;
  readonly profile?: Deployment['profile'] | undefined;
  /** In seconds. */
  readonly consistencyWindow?: number | undefined;
  /** As flags say; each wins over that of the config. */
  readonly connection?: ConnectionConfig | undefined;
}

/**
 * The deployment that the options name, or the embedded one where they name none.
 *
 * @throws UsageError for a config that can't be read, or a secret that can't be sent
 */
export async function findDeployment(
  options: TargetOptions,
  environment: NodeJS.ProcessEnv,
  embed: () => Promise<Embedded> = startEmbedded,
): Promise<Embedded> {
  const file = options.config === undefined ? {} : await readConfig(options.config, environment);
  const config = merge(file, options, environment);
  if (config.agentsUrl === undefined && config.baseUrl === undefined && options.config === undefined) {
    const { deployment, ...embedded } = await embed();
    const { profile = deployment.profile, consistencyWindow } = options;
    const consistencyWindowMs =
      consistencyWindow === undefined ? deployment.consistencyWindowMs : consistencyWindow * 1000;
    return { ...embedded, deployment: { ...deployment, profile, consistencyWindowMs } };
  }
  const { stateToken } = config;
  const told = {
    ...config,
    credentials: findCredentials({ options, file, environment }),
    stateToken: stateToken === undefined ? undefined : sendable(stateToken, `stateToken (${options.config})`),
  };
  const connection = await toConnection(config.connection ?? {}, environment);
  const deployment = toDeployment(told, config.agentsUrl ?? config.baseUrl ?? '', connection);
  return { deployment, stop: async () => {} };
}

function merge(file: Config, options: TargetOptions, environment: NodeJS.ProcessEnv): Config {
  return {
    ...file,
    agentsUrl: options.agentsUrl ?? environment.AGENT_WORKERS_AGENTS_URL ?? file.agentsUrl,
    baseUrl: options.baseUrl ?? environment.AGENT_WORKERS_BASE_URL ?? file.baseUrl,
    openapi: options.openapi ?? environment.AGENT_WORKERS_OPENAPI ?? file.openapi,
    profile: options.profile ?? file.profile,
    consistencyWindow: options.consistencyWindow ?? file.consistencyWindow,
    connection: mergeConnection(file.connection, options.connection),
    fixtures: { ...file.fixtures, agentId: options.agentId ?? file.fixtures?.agentId },
  };
}

function mergeConnection(file: ConnectionConfig = {}, flags: ConnectionConfig = {}): ConnectionConfig {
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  return { ...file, ...given, headers: { ...file.headers, ...flags.headers } };
}
