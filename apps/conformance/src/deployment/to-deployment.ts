import type { Config } from './config.ts';
import type { Deployment } from './deployment.ts';
import { UsageError } from './errors.ts';

/**
 * The deployment that a config describes.
 *
 * @throws UsageError when it has no address, no key or no worker to talk to
 */
export function toDeployment(config: Config, name: string): Deployment {
  const { agentsUrl, baseUrl, credentials = {}, fixtures = {}, profile = 'read-only' } = config;
  const { bindings, stateUrl } = config;
  if (agentsUrl === undefined)
    throw new UsageError('A target needs its Workers API address: --agents-url URL.');
  if (credentials.apiKey === undefined) {
    throw new UsageError(
      'A target needs an API key: --api-key KEY, or AGENT_WORKERS_API_KEY in the environment.',
    );
  }
  if (fixtures.agentId === undefined) {
    throw new UsageError(
      'A target needs a worker to talk to: --agent-id ID, or fixtures.agentId in the config.',
    );
  }
  const { toolCallMessage, ...others } = fixtures;
  const toolCall = typeof toolCallMessage === 'string' ? { message: toolCallMessage } : toolCallMessage;
  return {
    name,
    agentsUrl,
    baseUrl,
    credentials,
    fixtures: { ...others, toolCallMessage: toolCall },
    profile,
    bindings,
    stateUrl,
  };
}
