import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../src/streams/decode-text.ts';
import { bytesOf, collect, cutAnywhere, stream } from './helpers/chunks.ts';

describe('A text stream', () => {
  it('gives the same text however characters are split across chunks, and no empty pieces', async () => {
    const cases = fc
      .string({ unit: 'grapheme' })
      .chain((text) => fc.record({ text: fc.constant(text), chunks: cutAnywhere(bytesOf(text)) }));
    await fc.assert(
      fc.asyncProperty(cases, async ({ text, chunks }) => {
        const pieces = await collect(decodeText(stream(chunks), 'startRun'));
        expect(pieces.join('')).toBe(text);
        expect(pieces).not.toContain('');
      }),
    );
  });
});
