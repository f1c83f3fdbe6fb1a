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
    await expect(decoding).rejects.toThrow('Line 2 of the stream, at byte 2, is not UTF-8.');
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
