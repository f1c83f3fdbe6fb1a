import type { OptionFacts } from './option-facts.ts';

/** The commands that reach a target. */
export const targeted = ['run', 'replay', 'clean', 'check-config', 'pact verify'] as const;

/** The commands that reach a target, the one among them that writes its config. */
export const reaching = [...targeted, 'init'] as const;

/** Those that reach one, or stand before it. */
const connecting = [...reaching, 'proxy', 'record'] as const;

/** How a target is reached. */
export const connectionOptions = {
  header: {
    value: 'TEXT',
    many: true,
    words: "'Name: value' for a gateway: sent to the deployment alone, and never shown",
    group: 'target',
    commands: connecting,
    config: 'connection.headers',
  },
  ca: {
    value: 'FILE',
    words: 'PEM file with authorities to trust besides the usual ones',
    group: 'target',
    commands: connecting,
    config: 'connection.ca',
  },
  proxy: {
    value: 'URL',
    otherwise: 'HTTP_PROXY, HTTPS_PROXY and NO_PROXY',
    words: 'by which everything is sent',
    group: 'target',
    commands: connecting,
    config: 'connection.proxy',
  },
  cert: {
    value: 'FILE',
    words: 'PEM file with a client certificate; with --key',
    group: 'target',
    commands: connecting,
    config: 'connection.cert',
  },
  key: {
    value: 'FILE',
    words: 'PEM file with its key',
    group: 'target',
    commands: connecting,
    config: 'connection.key',
  },
} as const satisfies Record<string, OptionFacts>;
