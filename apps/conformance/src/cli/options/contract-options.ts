import type { OptionFacts } from './option-facts.ts';

const records = ['pact record-deployment', 'pact record-undeployment', 'pact record-release'] as const;
const places = ['pact environment create', 'pact environment list'] as const;
const asking = ['pact can-i-deploy', ...records, 'pact branch', 'pact matrix'] as const;
const brokers = ['pact verify', 'pact publish', ...asking, ...places] as const;

/** The options of the pact commands that no other command has. */
export const contractOptions = {
  pact: {
    value: 'FILE|URL',
    many: true,
    otherwise: 'those of this package',
    words: 'a contract, from a file or, to verify it, from an address such as a webhook announces',
    group: 'contracts',
    commands: ['pact verify', 'pact publish'],
  },
  only: {
    value: 'TEXT',
    words: 'only interactions whose description has this text',
    group: 'contracts',
    commands: ['pact verify'],
  },
  provider: {
    value: 'NAME',
    otherwise: 'both',
    words: 'workers-api or user-api',
    group: 'contracts',
    commands: ['pact verify'],
  },
  broker: {
    value: 'URL',
    words: 'the broker; its credentials come from PACT_BROKER_TOKEN, or _USERNAME and _PASSWORD',
    group: 'contracts',
    commands: brokers,
    environment: 'PACT_BROKER_BASE_URL',
  },
  selector: {
    value: 'JSON',
    many: true,
    words: 'which contracts the broker gives',
    group: 'contracts',
    commands: ['pact verify'],
  },
  'provider-version': {
    value: 'V',
    words: "the deployment's version",
    group: 'contracts',
    commands: ['pact verify'],
  },
  'provider-branch': {
    value: 'B',
    words: "the deployment's branch",
    group: 'contracts',
    commands: ['pact verify'],
  },
  pending: {
    words: 'contracts that were never verified break nothing',
    group: 'contracts',
    commands: ['pact verify'],
  },
  'wip-since': {
    value: 'DATE',
    words: 'also verify contracts in progress since then',
    group: 'contracts',
    commands: ['pact verify'],
  },
  publish: { words: 'tell the broker the outcome', group: 'contracts', commands: ['pact verify'] },
  'build-url': {
    value: 'URL',
    words: 'the build that the broker links to',
    group: 'contracts',
    commands: ['pact verify', 'pact publish'],
  },
  pacticipant: {
    value: 'NAME',
    words: 'the client or provider as the broker knows it',
    group: 'contracts',
    commands: asking,
  },
  version: {
    value: 'V',
    words: 'its version, such as a commit',
    group: 'contracts',
    commands: [
      'pact publish',
      'pact can-i-deploy',
      'pact record-deployment',
      'pact record-release',
      'pact matrix',
    ],
  },
  branch: { value: 'B', words: 'its branch', group: 'contracts', commands: ['pact publish'] },
  to: {
    value: 'ENVIRONMENT',
    words: 'where it is to go',
    group: 'contracts',
    commands: ['pact can-i-deploy'],
  },
  'wait-while-unknown': {
    value: 'S',
    default: '0',
    words: 'seconds to wait for a verification that is under way',
    group: 'contracts',
    commands: ['pact can-i-deploy'],
  },
  environment: {
    value: 'NAME',
    words: 'where that is',
    group: 'contracts',
    commands: records,
  },
  instance: {
    value: 'NAME',
    words: 'which of several instances there',
    group: 'contracts',
    commands: ['pact record-deployment', 'pact record-undeployment'],
  },
  name: {
    value: 'NAME',
    words: 'what the place is called in commands',
    group: 'contracts',
    commands: ['pact environment create'],
  },
  'display-name': {
    value: 'TEXT',
    otherwise: 'its name',
    words: 'what the place is called for people',
    group: 'contracts',
    commands: ['pact environment create'],
  },
  production: {
    words: 'the place is one of production',
    group: 'contracts',
    commands: ['pact environment create'],
  },
  main: { value: 'B', words: 'the main branch', group: 'contracts', commands: ['pact branch'] },
} as const satisfies Record<string, OptionFacts>;
