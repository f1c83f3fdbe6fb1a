import type { OptionFacts } from './option-facts.ts';

/** The options that only replay has: which finding is sent again, and which part of its case. */
export const replayOptions = {
  rule: { value: 'ID', words: 'the rule that was broken', group: 'replay', commands: ['replay'] },
  cause: { value: 'ID', words: 'the cause that the report names', group: 'replay', commands: ['replay'] },
  path: {
    value: 'P',
    words: 'with --seed: a scenario of the Workers API',
    group: 'replay',
    commands: ['replay'],
  },
  sequence: { value: 'ID', words: 'a sequence of the User API', group: 'replay', commands: ['replay'] },
  number: {
    value: 'N',
    words: 'with --sequence drawn and --seed: which one, from 0',
    group: 'replay',
    commands: ['replay'],
  },
  calls: {
    value: '1,3+4,7x2',
    words: 'of the sequence: calls 1 and 3, 4 together with 3, and 7 twice',
    group: 'replay',
    commands: ['replay'],
  },
  unrepeated: {
    words:
      'the finding did not come back in its own run: that it stays away once more is no sign that it is fixed',
    group: 'replay',
    commands: ['replay'],
  },
} as const satisfies Record<string, OptionFacts>;
