import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formFile, NotAForm } from '../src/service/form-file.ts';

/** A body in pieces of the given lengths, again and again. */
async function* inPieces(bytes: Uint8Array, lengths: readonly number[]): AsyncGenerator<Uint8Array, void> {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

async function read(bytes: Uint8Array, type: string, lengths: readonly number[] = [7]): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const piece of formFile(inPieces(bytes, lengths), { type, field: 'file' })) read.push(piece);
  return Buffer.concat(read);
}

const written = (...lines: string[]) => Buffer.from(lines.join('\r\n'));
const type = 'multipart/form-data; boundary=B';
const file = 'content-disposition: form-data; name="file"; filename="a"';

describe("A form's file", () => {
  it('is what the form was made of, in whatever pieces it comes and whatever else the form has', async () => {
    const fields = fc.array(fc.tuple(fc.stringMatching(/^[a-e]{1,3}$/), fc.string()), { maxLength: 3 });
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.constant(Buffer.from('\r\n--\r\n----form\r\n')),
    );
    const lengths = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fields, content, fields, lengths, async (before, bytes, after, pieces) => {
        const form = new FormData();
        for (const [name, value] of before) form.append(name, value);
        form.append('file', new Blob([Buffer.from(bytes)]), 'any "name"');
        for (const [name, value] of after) form.append(name, value);
        const response = new Response(form);
        const body = new Uint8Array(await response.arrayBuffer());
        const got = await read(body, response.headers.get('content-type') ?? '', pieces);
        expect(got).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it.each([
    ['a quoted boundary', 'multipart/form-data; boundary="B"', written('--B', file, '', 'x', '--B--')],
    ['words before the first part', type, written('Hello', '--B', file, '', 'x', '--B--', '')],
    ['a name without quotes', type, written('--B', file.replace('"file"', 'file'), '', 'x', '--B--')],
    [
      'a field of the same name before',
      type,
      written('--B', 'content-disposition: form-data; name="file"', '', 'no', '--B', file, '', 'x', '--B--'),
    ],
  ])('is found after %s', async (_, given, body) => {
    expect(String(await read(body, given))).toBe('x');
  });

  it.each([
    ['no form', 'text/plain', written('x')],
    ['no boundary', 'multipart/form-data', written('--B', file, '', 'x', '--B--')],
    ['nothing', type, written('')],
    ['another file only', type, written('--B', file.replace('"file"', '"other"'), '', 'x', '--B--')],
    [
      'a text in place of a file',
      type,
      written('--B', 'content-disposition: form-data; name="file"', '', 'x', '--B--'),
    ],
    ['a file without an end', type, written('--B', file, '', 'x')],
    ['headers without an end', type, written('--B', file)],
    ['headers longer than any', type, written('--B', `x: ${'y'.repeat(20_000)}`)],
  ])('is refused in %s', async (_, given, body) => {
    await expect(read(body, given)).rejects.toThrow(NotAForm);
  });
});
