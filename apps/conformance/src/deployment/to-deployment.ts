import type { Config } from './config.ts';
import type { Connection } from './connection.ts';
import type { Deployment } from './deployment.ts';
import { UsageError } from './errors.ts';
import { requireTwoUsers } from './require-two-users.ts';

/**
 * The deployment that a config describes.
 *
 * @throws UsageError when it has no address, or two of its credentials are one user
 */
export function toDeployment(config: Config, name: string, connection?: Connection): Deployment {
  const { agentsUrl, baseUrl, credentials = {}, fixtures = {}, profile = 'read-only' } = config;
  const { openapi, bindings, stateUrl, stateToken, traffic, consistencyWindow = 1 } = config;
  if (agentsUrl === undefined && baseUrl === undefined) {
    throw new UsageError(
      'A target needs an address: --agents-url URL for its Workers API, --base-url URL for its User API.',
    );
  }
  requireTwoUsers(credentials);
  const { toolCallMessage, ...others } = fixtures;
  const toolCall = typeof toolCallMessage === 'string' ? { message: toolCallMessage } : toolCallMessage;
  return {
    name,
    agentsUrl,
    baseUrl,
    credentials,
    fixtures: { ...others, toolCallMessage: toolCall },
    profile,
    openapi,
    consistencyWindowMs: consistencyWindow * 1000,
    bindings,
    connection,
    traffic,
    stateUrl,
    stateToken,
  };
}
