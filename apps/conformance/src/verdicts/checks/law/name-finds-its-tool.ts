import { finding } from '../../findings/finding.ts';
import { leavesIn } from '../../leaves.ts';
import { largestLimit, type Search, searchesOf } from '../../searches.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { toolLists } from './tools-are-in-mcp-format.ts';

/** So many tools that their names find are no chance: tools are searched by their names. */
const enough = 2;

export const nameFindsItsTool: Check = {
  id: 'law.name-finds-its-tool',
  drivenBy: 'sequences',
  evidence: ['tools-found', 'other-input'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: (recording) =>
    judgeEach([...widestSearches(recording), ...searchesInSmallLetters(recording)], (search) =>
      finds(search)
        ? undefined
        : finding([search.exchange], {
            expected: { kind: 'field', path: ['name'], oneOf: [search.q] },
            observed: { kind: 'count', count: search.hits.length },
          }),
    ),
};

/** By whole names of tools that a list shows. */
function namedSearches(recording: Recording): readonly Search[] {
  const names = new Set(
    toolLists(recording, ['listTools']).flatMap(({ tools }) => leavesIn(tools).map(({ value }) => value)),
  );
  return searchesOf(recording.user)
    .flat()
    .filter(({ q, toolkit }) => names.has(q) && toolkit === null);
}

/** Where the same name in small letters finds the tool. */
function searchesInSmallLetters(recording: Recording): readonly Search[] {
  const searches = searchesOf(recording.user).flat();
  return namedSearches(recording).filter((search) =>
    searches.some(
      (one) =>
        one.q !== search.q &&
        one.q === search.q.toLowerCase() &&
        one.toolkit === null &&
        one.limit === search.limit &&
        one.minScore === search.minScore &&
        finds({ ...one, q: search.q }),
    ),
  );
}

/** For everything that is found at all; where several tools are found so. */
function widestSearches(recording: Recording): readonly Search[] {
  const named = namedSearches(recording).filter(
    ({ minScore, limit }) => minScore === 0 && limit === largestLimit,
  );
  const found = new Set(named.filter(finds).map(({ q }) => q));
  return found.size >= enough ? named : [];
}

function finds({ q, hits, body }: Search): boolean {
  return hits.length >= largestLimit || body.includes(JSON.stringify(q));
}
