import type { Expectations, Observations } from './sentences.ts';
import { countInWords, withArticle } from './words.ts';

const things = {
  records: ['record', 'records'],
  'jwt-reads': ['read that gives the JWT', 'reads that give the JWT'],
  successes: ['call that succeeds', 'calls that succeed'],
} as const;

function counted(count: number, of: keyof typeof things): string {
  const [one, many] = things[of];
  return countInWords(count, one, many);
}

const order = {
  position: 'in the order of their positions',
  'longer-list': 'in the order of the longer list',
  conversation: 'messages in the order of the conversation',
} as const;

export const expectedRecords: Pick<
  Expectations,
  'listed' | 'absent' | 'count' | 'order' | 'pages' | 'unique' | 'unchanged'
> = {
  listed: () => 'once in the list',
  absent: () => 'not in the list',
  count: ({ of, exactly, atLeast, atMost = 0 }) => {
    if (exactly !== undefined) return counted(exactly, of);
    return atLeast === undefined ? `at most ${counted(atMost, of)}` : `at least ${counted(atLeast, of)}`;
  },
  order: ({ by, ids }) => `${order[by]}${ids === undefined ? '' : `: ${ids.join(', ')}`}`,
  pages: ({ are }) => pages[are],
  unique: ({ what, family }) =>
    what === 'run'
      ? 'a run id that no POST returned before'
      : `${withArticle(family ?? 'record')} of its own`,
  unchanged: () => 'left as it was',
};

const pages = {
  disjoint: 'every record on one page only',
  complete: 'every record of the longer list on one of the pages',
  'of-the-list': 'records of the whole list alone on its pages',
} as const;

const pageTroubles = {
  repeats: 'on two',
  loses: 'on none',
  adds: 'on one of them, and not in the whole list, before or after',
} as const;

export const observedRecords: Pick<Observations, 'listed' | 'count' | 'order' | 'pages' | 'repeated'> = {
  listed: ({ times, length }) =>
    `a list of ${length} ${times === 0 ? 'without it' : times === 1 ? 'with it' : `with it ${times} times`}`,
  count: ({ count, before }, { expected }) => {
    const now = counted(count, expected.kind === 'count' ? expected.of : 'records');
    return before === undefined ? now : `${now}, ${before} before`;
  },
  order: ({ ids }) => ids?.join(', ') ?? 'a later one stands before an earlier one',
  pages: ({ trouble, ids }) => `${ids.join(', ')} ${pageTroubles[trouble]}`,
  repeated: ({ id }, { expected }) =>
    expected.kind === 'unique' && expected.what === 'run'
      ? `run id ${id} returned by two POSTs`
      : `${id}, which was there already`,
};
