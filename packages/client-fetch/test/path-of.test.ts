import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathOf } from '../src/transport/path-of.ts';

const dotOrEmpty = ['', '.', '..'];

describe('A path parameter', () => {
  it('stays one segment of the path and comes back unchanged', () => {
    const identifiers = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((each) => !dotOrEmpty.includes(each));
    fc.assert(
      fc.property(identifiers, (id) => {
        const { pathname } = new URL(`http://host${path(id)}`);
        const segments = pathname.split('/');
        expect(segments).toHaveLength(4);
        expect(decodeURIComponent(segments[2] ?? '')).toBe(id);
      }),
    );
  });

  it.each(dotOrEmpty)('is refused when it is "%s", which would address another path', (id) => {
    expect(() => path(id)).toThrow(`getRun needs run_id, not "${id}".`);
  });
});

function path(id: string): string {
  const route = '/before/{run_id}/after';
  return pathOf({ operation: 'getRun', api: 'user', method: 'GET', route, parameters: { run_id: id } });
}
