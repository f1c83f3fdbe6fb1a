interface CommandFacts {
  /** What stands between the name and the options. */
  readonly arguments?: string;
  readonly words: string;
}

/** Every command, in the order in which help lists them. */
export const commandTable = {
  init: {
    arguments: '[URL]',
    words: 'look around on a deployment by reading, and write a commented config for it',
  },
  run: { words: 'judge a deployment; with no target, the embedded reference deployment' },
  replay: { words: 'send what broke a rule again; says failed again, changed, fixed or not reproduced' },
  judge: {
    arguments: '[RESULTS]',
    words: 'judge a recording again, or with --har what others sent, without any request',
  },
  proxy: { words: 'stand before a deployment, pass all on as it comes, and judge it meanwhile' },
  record: { words: 'the same without judging; judge RESULTS does so later' },
  report: { arguments: 'RESULTS', words: 'make a report again, in any format' },
  compare: {
    arguments: 'OLD NEW',
    words: 'what changed between two runs; exit code 1 where something new is broken',
  },
  history: { arguments: 'DIR', words: 'many runs over time in one page: verdicts, times, what flakes' },
  attest: { arguments: 'RESULTS', words: 'state what a run found, as an in-toto attestation' },
  'verify-attestation': {
    arguments: 'FILE RESULTS',
    words: 'check an attestation: its signature, its digests, and that the recording gives the same verdicts',
  },
  merge: { arguments: 'RESULTS…', words: 'join the results of all shards of a run' },
  clean: { arguments: 'RESULTS', words: 'remove what a crashed run left on its target' },
  'check-config': {
    words: 'how many rules a config lets a run judge, and what each missing key would buy',
  },
  diff: { words: "compare a deployment's own OpenAPI document with the contract" },
  list: { words: 'every rule of the interface: checked, or why not' },
  'pact verify': { words: 'verify a deployment against the contracts of its clients' },
  'pact publish': { words: 'give contracts to a broker' },
  'pact can-i-deploy': { words: 'ask a broker whether a version may follow' },
  'pact record-deployment': { words: 'tell a broker that a version is in an environment' },
  'pact record-undeployment': { words: 'tell a broker that what was deployed is gone' },
  'pact record-release': { words: 'tell a broker that users of an environment may have a version' },
  'pact environment create': { words: 'make a place known to a broker' },
  'pact environment list': { words: 'the places that a broker knows' },
  'pact branch': { words: 'tell a broker which branch is the main one' },
  'pact matrix': { words: 'which versions fit together, as a broker knows' },
} as const satisfies Record<string, CommandFacts>;

export type CommandName = keyof typeof commandTable;

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commandTable, name);
}

/** How a command is called. */
export function usageOf(command: CommandName): string {
  const facts: CommandFacts = commandTable[command];
  return ['agent-conformance', command, facts.arguments ?? '', '[options]']
    .filter((part) => part !== '')
    .join(' ');
}
