import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '../../src/json/parse-json.ts';
import { type HarEnd, type HarEntry, harEntries } from '../../src/traffic/har-entries.ts';

/** Everything that is read of a text that comes in pieces of some length. */
async function readAll(text: string, length: number): Promise<{ entries: HarEntry[]; end: HarEnd }> {
  const pieces = (async function* () {
    for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
  })();
  const read = harEntries(pieces);
  const entries: HarEntry[] = [];
  for (;;) {
    const next = await read.next();
    if (next.done) return { entries, end: next.value };
    entries.push(next.value);
  }
}

const value = fc.oneof(fc.jsonValue(), fc.constantFrom('"entries": [', '\\"}]', 'log', '{[', '\u2028'));
const entry = fc.dictionary(fc.string(), value, { maxKeys: 4 });

test('the entries of a HAR are read, in whatever pieces it comes and whatever else it has', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ entries: fc.array(entry, { maxLength: 6 }), before: entry, beside: entry }),
      fc.integer({ min: 1, max: 90 }),
      fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
      async ({ entries, before, beside }, length, space) => {
        const log = { pages: [before, { entries: [1] }], entries, comment: 'x' };
        const text = JSON.stringify({ before, beside: { entries: [beside] }, log }, null, space);
        const read = await readAll(text, length);
        expect(read.end).toBe('whole');
        expect(read.entries).toEqual(entries.map((one) => ({ json: parseJson(JSON.stringify(one)) })));
      },
    ),
  );
});

test('of a file that is cut, what is whole is read', async () => {
  const text = JSON.stringify({ log: { entries: [{ a: 1 }, { b: '{' }, { c: 3 }] } });
  expect(await readAll(text.slice(0, -8), 5)).toEqual({
    entries: [{ json: { a: 1 } }, { json: { b: '{' } }],
    end: 'cut',
  });
});

test('a text of many MB is passed over, and what is beside it is read', async () => {
  const film = 'A'.repeat(33 * 2 ** 20);
  const text = JSON.stringify({
    log: { entries: [{ a: 1 }, { film }, { picture: film.slice(0, 2 ** 23) }] },
  });
  const { entries, end } = await readAll(text, 2 ** 20);
  expect(end).toBe('whole');
  expect(entries.map((one) => (one === 'too-long' ? one : Object.keys(one.json as object)))).toEqual([
    ['a'],
    'too-long',
    ['picture'],
  ]);
});

test('a file of another form is given up at its beginning', async () => {
  let given = 0;
  const pieces = (async function* () {
    for (; given < 100; given += 1) yield `${'[1, "two"]'.repeat(100_000)}`;
  })();
  expect(await harEntries(pieces).next()).toEqual({ done: true, value: 'no-har' });
  expect(given).toBeLessThan(5);
});
