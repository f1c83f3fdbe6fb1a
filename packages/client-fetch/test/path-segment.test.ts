import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathSegment } from '../src/transport/path-segment.ts';

const dotOrEmpty = ['', '.', '..'];

describe('A path parameter', () => {
  it('stays one segment of the path and comes back unchanged', () => {
    const identifiers = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((each) => !dotOrEmpty.includes(each));
    fc.assert(
      fc.property(identifiers, (id) => {
        const { pathname } = new URL(`http://host/before/${pathSegment('run_id', id)}/after`);
        const segments = pathname.split('/');
        expect(segments).toHaveLength(4);
        expect(decodeURIComponent(segments[2] ?? '')).toBe(id);
      }),
    );
  });

  it.each(dotOrEmpty)('is refused when it is "%s", which would address another path', (id) => {
    expect(() => pathSegment('run_id', id)).toThrow(
      `run_id is "${id}", which would address another path. Give an identifier.`,
    );
  });
});
