import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchTools } from '../../../src/domain/tools/search-tools.ts';

const inputSchema = { type: 'object' as const };
const tools = [
  {
    name: 'NOTIFIER_CREATE_PUSH',
    description: 'Send a push (note, link or file)',
    toolkit: 'notifier',
    inputSchema,
  },
  { name: 'NOTIFIER_LIST_CHATS', description: 'List chats', toolkit: 'notifier', inputSchema },
  { name: 'lookup', description: 'Looks a topic up in a reference book', toolkit: 'builtin', inputSchema },
];
const anywhere = { toolkit: undefined, limit: 200, minimumScore: 0.15 };

function namesFor(query: string, search: Partial<Parameters<typeof searchTools>[1]> = {}): string[] {
  return searchTools(tools, { ...anywhere, query, ...search }).map(({ tool }) => tool.name);
}

describe('a search for tools', () => {
  it('puts the tool first whose name is asked for', () => {
    const [first] = searchTools(tools, { ...anywhere, query: 'notifier_list_chats' });
    expect(first).toMatchObject({ tool: { name: 'NOTIFIER_LIST_CHATS' }, score: 1 });
  });

  it('finds by the beginning of a word, by the description and in spite of a slip', () => {
    expect(namesFor('cre')).toEqual(['NOTIFIER_CREATE_PUSH']);
    expect(namesFor('reference book')).toEqual(['lookup']);
    expect(namesFor('lokup')).toEqual(['lookup']);
  });

  it('finds nothing for words that no tool has', () => {
    expect(namesFor('zebra')).toEqual([]);
    expect(namesFor('!?')).toEqual([]);
  });

  it('stays in the toolkit', () => {
    expect(namesFor('list', { toolkit: 'Notifier' })).toEqual(['NOTIFIER_LIST_CHATS']);
    expect(namesFor('list', { toolkit: 'no such toolkit' })).toEqual([]);
  });

  it('scores between 0 and 1, best first, never below the minimum and never more than the limit', () => {
    const words = fc.constantFrom('push', 'NOTIFIER', 'list', 'chts', 'book', 'x', 'send a', '🙂');
    const query = fc.oneof(
      fc.string(),
      fc.array(words).map((each) => each.join(' ')),
    );
    const limit = fc.integer({ min: 1, max: 4 });
    const minimumScore = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(query, limit, minimumScore, (asked, most, least) => {
        const found = searchTools(tools, {
          query: asked,
          toolkit: undefined,
          limit: most,
          minimumScore: least,
        });
        const scores = found.map(({ score }) => score);
        expect(found.length).toBeLessThanOrEqual(most);
        expect(scores.every((score) => score >= least && score >= 0 && score <= 1)).toBe(true);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      }),
    );
  });
});
