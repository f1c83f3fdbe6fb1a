import type { OptionFacts } from './option-facts.ts';

/** What judges the traffic of others needs no credential, but may learn by it who is who. */
export const watching = ['judge', 'proxy', 'record'] as const;

/** Where the traffic of others comes from. */
export const trafficOptions = {
  listen: {
    value: 'HOST:PORT',
    default: '127.0.0.1:9999',
    words: 'where clients reach the proxy; port 0 for any that is free',
    group: 'target',
    commands: ['proxy', 'record'],
  },
  metrics: {
    value: 'HOST:PORT',
    words: 'where /metrics for Prometheus and the page /findings are served, on a port of their own',
    group: 'target',
    commands: ['proxy'],
  },
  findings: {
    value: 'FILE',
    words:
      'append each finding as it comes up, a line of JSON each, see schemas/live-finding.schema.json; - is standard output',
    group: 'output',
    commands: ['proxy'],
  },
  har: {
    value: 'FILE…',
    many: 'in a row',
    words: 'what others sent, as a browser, a proxy or Playwright recorded it',
    group: 'target',
    commands: ['judge'],
  },
  redact: {
    value: 'PATH…',
    many: 'in a row',
    words:
      'personal data that is kept nowhere: a field of bodies, such as email or customer.name; * is any name',
    group: 'output',
    commands: watching,
  },
  'no-bodies': {
    words: 'keep names and types of bodies and no value; says which rules that costs',
    group: 'output',
    commands: watching,
  },
  exchanges: {
    value: 'FILE…',
    many: 'in a row',
    words: 'the same as JSON Lines, see schemas/traffic-line.schema.json',
    group: 'target',
    commands: ['judge'],
  },
} as const satisfies Record<string, OptionFacts>;
