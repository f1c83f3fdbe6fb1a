import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { NdjsonError } from '../src/errors/ndjson-error.ts';
import { decodeNdjson } from '../src/streams/decode-ndjson.ts';
import { bytesOf, collect, cutAnywhere, stream } from './helpers/chunks.ts';

const anyValues = fc.array(fc.jsonValue({ stringUnit: 'grapheme' }), { maxLength: 6 });
const lineEnds = fc.constantFrom('\n', '\r\n', '\n\n', '\n \t\n');

describe('An NDJSON stream', () => {
  it('decodes to the same values however lines and characters are split across chunks', async () => {
    const cases = fc.tuple(anyValues, lineEnds, fc.boolean()).chain(([values, end, ended]) => {
      const text = values.map((each) => JSON.stringify(each)).join(end) + (ended ? end : '');
      return fc.record({ values: fc.constant(values), chunks: cutAnywhere(bytesOf(text)) });
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ values, chunks }) => {
        const wanted = values.map((each) => JSON.parse(JSON.stringify(each)));
        expect(await collect(decodeNdjson(stream(chunks)))).toEqual(wanted);
      }),
    );
  });

  it('gives what each line gives alone, however broken the others are, in blocks that are parsed at once', async () => {
    const long = `{"long":"${'x'.repeat(2100)}"}`;
    const line = fc.oneof(
      fc.constantFrom(
        '{"a":1},{"b":2}',
        '{"x":[{}',
        '{}]}',
        '{"x":{}',
        '{}}',
        '[1',
        '2]',
        '1,2',
        '{},"x",{}',
        '{}, {}',
      ),
      fc.constantFrom(
        '{"a":{"b":[{},{}]}}',
        '{"a":"},{"}',
        '{"a":"} ,{"}',
        ' {"a":1} ',
        '{"é":"漢"}',
        '',
        '5',
        'null',
      ),
      fc.jsonValue().map((value) => JSON.stringify({ value })),
      fc.constant(long),
    );
    const cases = fc
      .array(line, { maxLength: 12 })
      .chain((lines) =>
        fc.record({ lines: fc.constant(lines), chunks: cutAnywhere(bytesOf(lines.join('\n'))) }),
      );
    await fc.assert(
      fc.asyncProperty(cases, async ({ lines, chunks }) => {
        expect(await outcomeOf(decodeNdjson(stream(chunks)))).toEqual(oneByOne(lines));
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same in batches as one by one', async () => {
    const cases = fc.array(fc.jsonValue(), { maxLength: 40 }).chain((values) =>
      fc.record({
        values: fc.constant(values.map((each) => JSON.parse(JSON.stringify(each)))),
        chunks: cutAnywhere(bytesOf(values.map((each) => JSON.stringify(each)).join('\n'))),
      }),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ({ values, chunks }) => {
        expect((await collect(decodeNdjson(stream(chunks)).batches())).flat()).toEqual(values);
      }),
    );
  });

  it('keeps a line whole that holds U+2028, U+2029 or U+0085, which only look like line ends', async () => {
    const text = '{"text":"a\u2028b\u2029c\u0085d"}\n';
    expect(await collect(decodeNdjson(stream([bytesOf(text)])))).toEqual([
      { text: 'a\u2028b\u2029c\u0085d' },
    ]);
  });

  it('gives a line before the next chunk has come', async () => {
    const lines = decodeNdjson(endless('{"n":1}\n{"n":'))[Symbol.asyncIterator]();
    expect(await lines.next()).toEqual({ value: { n: 1 }, done: false });
  });

  it('refuses a line above the cap wherever it is cut, and says at which line and byte', async () => {
    const tooLong = bytesOf(`"é"\n"${'x'.repeat(40)}"`);
    await fc.assert(
      fc.asyncProperty(cutAnywhere(tooLong), async (chunks) => {
        const decoding = collect(decodeNdjson(stream(chunks), { maxLineBytes: 20 }));
        await expect(decoding).rejects.toMatchObject({ name: 'NdjsonError', line: 2, byteOffset: 5 });
      }),
    );
  });

  it('accepts a line that is exactly as long as the cap', async () => {
    const line = `"${'x'.repeat(18)}"`;
    expect(await collect(decodeNdjson(stream([bytesOf(line)]), { maxLineBytes: 20 }))).toEqual([
      'x'.repeat(18),
    ]);
  });

  it('names the place of a line that is not JSON and never quotes it', async () => {
    const error = await failure('{"ok":1}\n\n{"card":"4242');
    expect(error).toMatchObject({ line: 3, byteOffset: 10 });
    expect(`${error.message} ${String(error.cause)}`).not.toContain('4242');
  });

  it('names the place of bytes that are not UTF-8', async () => {
    const decoding = collect(decodeNdjson(stream([bytesOf('1\n'), new Uint8Array([0x22, 0xff, 0x22])])));
    await expect(decoding).rejects.toThrow(
      'decodeNdjson was sent a line that is not UTF-8: line 2 of the stream, at byte 2.',
    );
  });

  it('decodes a long line once, however many pieces it comes in', async () => {
    const decode = vi.spyOn(TextDecoder.prototype, 'decode');
    onTestFinished(() => decode.mockRestore());
    const pieces = Array.from({ length: 4096 }, () => bytesOf('x'.repeat(64)));
    const [value] = await collect(decodeNdjson(stream([bytesOf('"'), ...pieces, bytesOf('"')])));
    expect(value).toHaveLength(4096 * 64);
    expect(decode).toHaveBeenCalledTimes(1);
  });
});

interface Outcome {
  values: unknown[];
  brokenLine?: number;
}

/** What came, and the line of the error that ended it. */
async function outcomeOf(lines: AsyncIterable<unknown>): Promise<Outcome> {
  const values: unknown[] = [];
  try {
    for await (const value of lines) values.push(value);
    return { values };
  } catch (error) {
    if (error instanceof NdjsonError) return { values, brokenLine: error.line };
    throw error;
  }
}

/** The same by the plainest means. */
function oneByOne(lines: string[]): Outcome {
  const values: unknown[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    try {
      values.push(JSON.parse(line));
    } catch {
      return { values, brokenLine: index + 1 };
    }
  }
  return { values };
}

async function* endless(text: string): AsyncGenerator<Uint8Array> {
  yield bytesOf(text);
  await new Promise(() => undefined);
}

async function failure(text: string): Promise<NdjsonError> {
  try {
    await collect(decodeNdjson(stream([bytesOf(text)])));
  } catch (error) {
    if (error instanceof NdjsonError) return error;
    throw error;
  }
  throw new Error('The stream decoded without an error.');
}
