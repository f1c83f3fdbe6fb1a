import { isolationMeasures } from '../agents/interpreter/isolation/measures.ts';
import type { App } from '../app/app.ts';
import { sandboxAgents } from '../sandbox/sandbox-agents.ts';
import type { SandboxCredentials } from '../sandbox/sandbox-keys.ts';

interface Durability {
  durable: boolean;
  databaseUrl: string | undefined;
}

/** What a person reads when the server listens. Only the sandbox's own keys are ever shown. */
export function banner(origin: string, app: App, { durable, databaseUrl }: Durability): string {
  return [
    'Agent Workers server is listening.',
    `  Workers API  ${origin}/agents`,
    `  User API     ${origin}/me/ (clients want ${origin})`,
    `  Data         ${app.place}`,
    ...(durable || databaseUrl ? [] : [powerCut]),
    `  Programs     ${describeIsolation(app)}`,
    ...(app.sandboxKeys ? sandboxLines(origin, app.sandboxKeys) : keyLines),
    '',
  ].join('\n');
}

const powerCut =
  '               a power cut can lose the last writes, the end of this process never does; see --durable';

function describeIsolation({ isolation }: App): string {
  if (!isolation) return 'run elsewhere';
  const { measures, refusal } = isolation;
  if (refusal) return `don't run. ${refusal}`;
  const missing = Object.keys(isolationMeasures).filter(
    (measure) => !measures.some((one) => one === measure),
  );
  const without = missing.length > 0 ? `; this machine lacks ${missing.join(', ')}` : '';
  return `run here, apart by ${measures.join(', ')}${without}`;
}

const keyLines = [
  '  API keys     none yet: take a JWT to POST /me/api-keys, or stop the server and run',
  '               agent-workers-server create-key --user NAME',
];

function sandboxLines(origin: string, keys: SandboxCredentials): string[] {
  return [
    `  Another user ${keys.otherApiKey}`,
    '',
    'For the clients:',
    `  export AGENT_WORKERS_AGENTS_URL=${origin}/agents AGENT_WORKERS_API_KEY=${keys.apiKey}`,
    `  export AGENT_WORKERS_BASE_URL=${origin}${keys.jwt ? ` AGENT_WORKERS_JWT=${keys.jwt}` : ''}`,
    `  export AGENT_ID=${sandboxAgents.demo}`,
    '',
    'Try it:',
    `  curl -i ${origin}/agents/${sandboxAgents.demo} -H 'Authorization: Bearer ${keys.apiKey}' \\`,
    `    -d '{"message": "Hello"}'`,
    ...(keys.jwt ? [`  curl ${origin}/me/agents -H 'Authorization: Bearer ${keys.jwt}'`] : []),
  ];
}
