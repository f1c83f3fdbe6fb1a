import type { Need } from '../../plan/why-left-out.ts';
import type { LeftOuts } from './sentences.ts';

const needed: Readonly<Record<Need['setting'], string>> = {
  'user-api': 'the User API needs --base-url and --jwt',
  'agents-url': 'the Workers API needs its address: --agents-url URL',
  'api-key': 'the Workers API needs an API key: --api-key KEY, or AGENT_WORKERS_API_KEY in the environment',
  'agent-id': 'the Workers API needs a worker to talk to: --agent-id ID, or fixtures.agentId in the config',
  changes: 'its records need requests that change things: add --allow-writes',
  runs: 'the Workers API needs requests that start runs: add --allow-writes',
  document: "it needs the deployment's own OpenAPI document: --openapi URL",
};

export const leftOut: LeftOuts = {
  'not-asked-for': () => 'not asked for',
  'not-checked': ({ text }) => text ?? 'no check is named',
  needs: ({ setting }) => needed[setting],
  'no-values': () => 'it needs values of bodies, of which --no-bodies keeps none',
  'no-traffic': () => 'the traffic has nothing of its API',
  'not-certain': () =>
    'the traffic of others can not show it for certain: run sends requests of its own for it',
};
