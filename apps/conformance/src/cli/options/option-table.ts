import { attestationOptions } from './attestation-options.ts';
import type { CommandName } from './commands.ts';
import { connectionOptions, reaching, targeted } from './connection-options.ts';
import { contractOptions } from './contract-options.ts';
import type { OptionFacts } from './option-facts.ts';
import { outputOptions } from './output-options.ts';
import { replayOptions } from './replay-options.ts';
import { trafficOptions, watching } from './traffic-options.ts';

/** Every option of every command: parsing, help and the README's table are made from this. */
export const optionTable = {
  config: {
    value: 'FILE',
    words: 'deployment config: JSON, YAML or TypeScript; ${NAME} comes from the environment',
    group: 'target',
    commands: [...targeted, ...watching],
  },
  ...attestationOptions,
  'agents-url': {
    value: 'URL',
    words: 'base address of the Workers API',
    group: 'target',
    commands: [...reaching, ...watching],
    environment: 'AGENT_WORKERS_AGENTS_URL',
    config: 'agentsUrl',
  },
  'base-url': {
    value: 'URL',
    words: 'base address of the User API',
    group: 'target',
    commands: [...reaching, ...watching],
    environment: 'AGENT_WORKERS_BASE_URL',
    config: 'baseUrl',
  },
  'api-key': {
    value: 'KEY',
    words: 'API key; better given by the environment, which other users of the machine can not see',
    group: 'target',
    commands: reaching,
    environment: 'AGENT_WORKERS_API_KEY',
    config: 'credentials.apiKey',
  },
  jwt: {
    value: 'TOKEN',
    words: 'credential of the User API',
    group: 'target',
    commands: reaching,
    environment: 'AGENT_WORKERS_JWT',
    config: 'credentials.jwt',
  },
  'agent-id': {
    value: 'ID',
    words: 'the worker to talk to',
    group: 'target',
    commands: reaching,
    config: 'fixtures.agentId',
  },
  openapi: {
    value: 'URL|FILE',
    words: "the deployment's own OpenAPI document",
    group: 'target',
    commands: [...reaching, ...watching, 'diff'],
    environment: 'AGENT_WORKERS_OPENAPI',
    config: 'openapi',
  },
  profile: {
    value: 'NAME',
    otherwise: 'read-only',
    words: 'read-only, or full, which starts runs and changes things',
    group: 'target',
    commands: reaching,
    config: 'profile',
  },
  'allow-writes': { words: 'the same as --profile full', group: 'target', commands: reaching },
  timeout: {
    value: 'S',
    default: '30',
    words: 'seconds for one exchange',
    group: 'target',
    commands: reaching,
  },
  'job-timeout': {
    value: 'S',
    default: '120',
    words: 'seconds to wait for a background job',
    group: 'target',
    commands: targeted,
  },
  ...connectionOptions,
  'consistency-window': {
    value: 'S',
    otherwise: '1',
    words: 'seconds until what was written shows everywhere; reads before that are asked again',
    group: 'target',
    commands: targeted,
    config: 'consistencyWindow',
  },
  ...trafficOptions,
  rules: {
    value: 'ID,…',
    words: 'only these rules: ids, or beginnings of ids',
    group: 'selection',
    commands: ['run'],
  },
  operations: {
    value: 'ID,…',
    words: 'only what concerns these operations, such as listAgents',
    group: 'selection',
    commands: ['run', 'replay'],
  },
  tags: {
    value: 'NAME,…',
    words: 'only what concerns these families of operations, such as agents',
    group: 'selection',
    commands: ['run'],
  },
  shard: {
    value: 'I/N',
    words: 'only the I-th of N parts of the run, for N machines; merge joins their results',
    group: 'selection',
    commands: ['run'],
  },
  budget: {
    value: 'NAME',
    default: 'quick',
    words: 'quick (about 5 s against a fast target), standard (30 s) or thorough (minutes)',
    group: 'amount',
    commands: ['run', 'replay'],
  },
  scenarios: {
    value: 'N',
    otherwise: '16, 200 or 4000 by the budget',
    words: 'scenarios drawn at random, after the written ones',
    group: 'amount',
    commands: ['run'],
  },
  concurrency: {
    value: 'N',
    otherwise: '8, 16 or 24 by the budget, more where answers are slow',
    words: 'scenarios under way at once',
    group: 'amount',
    commands: ['run'],
  },
  'shrink-time': {
    value: 'S',
    otherwise: '8, 20 or 60 by the budget',
    words: 'seconds to shrink one finding; 0 for not at all',
    group: 'amount',
    commands: ['run'],
  },
  seed: {
    value: 'N',
    otherwise: 'random',
    words: 'the same seed against the same target sends the same',
    group: 'amount',
    commands: ['run', 'replay'],
    ofCommand: { replay: { words: 'by which the scenario or the sequence was drawn', otherwise: 'none' } },
  },
  rate: { value: 'N', words: 'requests a second at most', group: 'amount', commands: ['run'] },
  'max-requests': {
    value: 'N',
    words: 'requests in all; the run then ends in order, and says so',
    group: 'amount',
    commands: ['run'],
  },
  'fail-on': {
    value: 'BASIS,…',
    otherwise: 'stated,implied',
    words: 'which broken rules count, and give exit code 1: stated, implied, declared',
    group: 'selection',
    commands: ['run', 'judge'],
    ofCommand: { judge: { otherwise: 'as the judged run; for traffic stated,implied' } },
  },
  baseline: {
    value: 'REPORT',
    words: 'report.json or results of an earlier run: only what is new fails this one',
    group: 'selection',
    commands: ['run'],
  },
  'min-verified': {
    value: 'N|N%',
    words: 'exit code 3 where fewer rules are verified, so that a gate that went blind is noticed',
    group: 'selection',
    commands: ['run'],
  },
  'max-time': {
    value: 'TIME',
    words: 'how long it may take, such as 90s or 10m; it then ends in order, and says so',
    group: 'amount',
    commands: ['run', 'replay'],
  },
  'allow-leftovers': {
    words: 'do not give exit code 3 for what the run made on the target and could not remove',
    group: 'selection',
    commands: ['run', 'merge'],
  },
  bail: {
    words: 'stop at the first finding that is not waived: clean up, report, exit with 1',
    group: 'amount',
    commands: ['run'],
  },
  ...outputOptions,
  ...replayOptions,
  ...contractOptions,
} as const satisfies Record<string, OptionFacts>;

type Table = typeof optionTable;

export type OptionName = keyof Table;

type NameFor<Command extends CommandName> = {
  [Name in OptionName]: Command extends Table[Name]['commands'][number] ? Name : never;
}[OptionName];

type ValueOf<Facts> = Facts extends { value: string; many: true | 'in a row' }
  ? readonly string[] | undefined
  : Facts extends { value: string; default: string }
    ? string
    : Facts extends { value: string }
      ? string | undefined
      : boolean;

/** What the options of a command come to. */
export type Values<Command extends CommandName> = {
  readonly [Name in NameFor<Command>]: ValueOf<Table[Name]>;
};

/** The options that a command takes, in the order of the table. */
export function optionsOf(command: CommandName): readonly (readonly [name: string, facts: OptionFacts])[] {
  return Object.entries<OptionFacts>(optionTable).filter(([, { commands }]) => commands.includes(command));
}
