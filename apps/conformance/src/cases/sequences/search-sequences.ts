import { call, fixture, freshUuid, of } from './call.ts';
import type { Call, Reference, Sequence, ValueRecord } from './sequence.ts';

const first = of('tools', 'name', 0);
/** A deployment may look for words and not for names. */
const word: Reference = { of: 'tools', field: 'name', item: 0, altered: 'first word' };
const partly: Reference = { of: 'tools', field: 'name', item: 0, altered: 'beside nonsense' };
const hardly: Reference = { of: 'tools', field: 'name', item: 0, altered: 'among nonsense' };
/** Letters of ours in no word of any language. */
const nonsense = freshUuid('uuid of nothing');

function search(query: ValueRecord): Call {
  // Whether a value is taken that nothing has is not shown.
  return call('searchTools', { query, kind: 'open-refusal' });
}

const all = search({ q: first, limit: 200, min_score: 0 });
const allOfWord = search({ q: word, limit: 200, min_score: 0 });

export const searchSequences: readonly Sequence[] = [
  {
    id: 'search-means-what-it-says',
    calls: [
      call('listTools', { name: 'tools' }),
      ...[0, 1, 2, 3].map((item) => search({ q: of('tools', 'name', item), limit: 1 })),
      all,
      ...[1, 2, 3].map((item) => search({ q: of('tools', 'name', item), limit: 200, min_score: 0 })),
      // The first tool of all comes first also where a limit is applied before the search.
      ...[200, 3, 1].map((limit) => search({ q: of('tools', 'name', 3), limit, min_score: 0 })),
      // What many tools have a word of, one of them all, and some that stand before it in any other order.
      ...[200, 3, 1, 200].map((limit) => search({ q: 'Update device metadata', limit, min_score: 0 })),
      search({ q: { shownIn: 'tools', text: 'NOTIFIER_CREATE_PUSH' }, limit: 200, min_score: 0 }),
      search({ q: first, limit: 3, min_score: 0 }),
      search({ q: first, limit: 1, min_score: 0 }),
      search({ q: first, limit: 200, min_score: 1 }),
      search({ q: first, limit: 200, min_score: 0.6 }),
      search({ q: first }),
      search({ q: { of: 'tools', field: 'name', item: 0, altered: 'small' } }),
      search({ q: nonsense, limit: 200, min_score: 1 }),
      search({ q: first, limit: 200, min_score: 0, toolkit: nonsense }),
      search({ q: first, limit: 200, min_score: 0, toolkit: fixture('toolsetName') }),
      all,
      allOfWord,
      search({ q: word, limit: 200, min_score: 0, toolkit: nonsense }),
      search({ q: word, limit: 200, min_score: 0, toolkit: fixture('toolsetName') }),
      search({ q: word, limit: 200, min_score: 0.6 }),
      allOfWord,
      // What fits in part, of which a bound that is cut to a whole number leaves all.
      search({ q: partly, limit: 200, min_score: 0 }),
      search({ q: partly, limit: 200, min_score: 0.99 }),
      // What fits badly, which a bound of 0 leaves out where it counts as none at all.
      ...[0, 0.001, 0].map((least) => search({ q: hardly, limit: 200, min_score: least })),
      // What comes first of all may be of another toolkit.
      ...[0, 1, 2, 3].flatMap((item) =>
        [200, 1].map((limit) =>
          search({ q: of('tools', 'name', item), limit, min_score: 0, toolkit: fixture('toolsetName') }),
        ),
      ),
      // What most tools have some of in them.
      ...[200, 1].map((limit) => search({ q: 'a', limit, min_score: 0, toolkit: fixture('toolsetName') })),
    ],
  },
];
