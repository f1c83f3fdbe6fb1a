import type { Mutation } from '../../src/cases/mutations/mutation.ts';

/** Every kind of mutation: one of its kind with its key and its words. */
export const everyMutation: readonly (readonly [Mutation, key: string, words: string])[] = [
  [{ kind: 'type', type: 'object', at: 'title' }, 'object@title', 'with a record in title'],
  [{ kind: 'text', text: 'very-long', at: 'title' }, 'very-long@title', 'with 10,000 characters in title'],
  [{ kind: 'literal', json: 'null', at: 'title' }, 'null@title', 'with null in title'],
  [{ kind: 'literal', json: '-1', at: 'owner.stars' }, '-1@owner.stars', 'with -1 in owner.stars'],
  [
    { kind: 'form', form: 'date-alone', value: '2026-01-01', at: 'until' },
    'form-date-alone@until',
    'with "2026-01-01" in until',
  ],
  [
    { kind: 'nested', levels: 200, at: 'title' },
    'nested-200@title',
    'with 200 arrays in each other in title',
  ],
  [
    { kind: 'bound', of: 'length', value: 1, side: 'inside', at: 'title' },
    'length-1@title',
    'with 1 character in title',
  ],
  [
    { kind: 'bound', of: 'length', value: 2, side: 'below', at: 'title' },
    'length-2@title',
    'with 2 characters (fewer than allowed) in title',
  ],
  [
    { kind: 'bound', of: 'length', value: 4001, side: 'above', at: 'title' },
    'length-4001@title',
    'with 4,001 characters (more than allowed) in title',
  ],
  [
    { kind: 'bound', of: 'items', value: 4, side: 'above', at: 'tags' },
    'items-4@tags',
    'with 4 items in tags',
  ],
  [
    { kind: 'bound', of: 'number', value: 1, side: 'inside', at: 'stars' },
    'number-1@stars',
    'with 1 in stars',
  ],
  [
    { kind: 'bound', of: 'number', value: 6, side: 'above', at: 'stars' },
    'number-6@stars',
    'with 6 (past the bound) in stars',
  ],
  [{ kind: 'choice', value: 'm', at: 'size' }, 'choice-m@size', 'with "m" in size'],
  [{ kind: 'no-choice', at: 'size' }, 'no-choice@size', 'with none of the values to choose from in size'],
  [{ kind: 'left-out', at: 'title' }, 'left-out@title', 'without title'],
  [
    { kind: 'random', number: 3, seed: 7, at: 'title' },
    'random-3-of-seed-7@title',
    'with a random value in title (number 3 of seed 7)',
  ],
  [{ kind: 'body', form: 'cut-short' }, 'body-cut-short', 'with a body that ends too early'],
  [{ kind: 'nested-body', levels: 1000 }, 'body-nested-1000', 'with a body of 1000 records in each other'],
  [
    { kind: 'duplicate-name', name: 'title' },
    'duplicate-name@title',
    'with a property twice, first with another type: title',
  ],
  [
    { kind: 'undescribed-text', characters: 100_000 },
    'undescribed-text-100000',
    'with a text of 100,000 characters that nothing describes',
  ],
  [
    { kind: 'value', form: 'with-point', value: '5.0', characters: 3, of: 'limit' },
    'value-with-point@limit',
    'with "5.0" for limit',
  ],
  [
    { kind: 'value', form: 'very-long', characters: 4000, of: 'q' },
    'value-very-long@q',
    'with 4,000 characters for q',
  ],
  [
    { kind: 'twice', values: 'same', of: 'limit' },
    'twice-same@limit',
    'with limit twice, with the same value',
  ],
  [
    { kind: 'twice', values: 'different', of: 'limit' },
    'twice-different@limit',
    'with limit twice, with different values',
  ],
  [{ kind: 'no-value', of: 'limit' }, 'no-value@limit', 'with no value for limit'],
  [
    { kind: 'wrong-value', value: 'number', of: 'theme_color' },
    'wrong-number@theme_color',
    'with a number for theme_color',
  ],
  [
    { kind: 'wrong-value', value: 'number', of: 'visibility', beside: 'prompt' },
    'wrong-number@visibility',
    'with a number for the visibility, beside a new prompt',
  ],
  [
    { kind: 'wrong-value', value: 'no-cron', of: 'cron', beside: 'chat' },
    'wrong-no-cron@cron',
    'with an invalid cron expression, beside another chat',
  ],
  [
    { kind: 'unknown-file', of: 'positions', after: 2 },
    'unknown-file@positions',
    'with a file that does not exist after two that do',
  ],
  [{ kind: 'unknown-id', of: 'iden' }, 'unknown-id@iden', 'with the identifier of nothing'],
  [
    { kind: 'another-record', of: 'run_id' },
    'another-record@run_id',
    'with another record for run_id in its body',
  ],
  [{ kind: 'another-owner' }, 'another-owner', 'with another user for its owner'],
  [
    { kind: 'odd-message', odd: 'said-by-assistant' },
    'message-said-by-assistant',
    'with the role of the assistant beside its message',
  ],
  [
    { kind: 'signature', form: 'shortened' },
    'signature-shortened',
    'with all but the last character of its signature',
  ],
  [
    { kind: 'tool-input', about: 'more than the most', input: { limit: 501 } },
    'tool-input-15c5a9f1',
    'with more than the most: {"limit":501}',
  ],
];
