import { type Sequence, sequenceOf } from './sequence.ts';

/** The text of a stream in pieces as they come. Can be read once. */
export interface TextPieces extends Sequence<string> {
  /** The whole text. */
  join(): Promise<string>;
}

/** UTF-8 text of byte chunks; a character that is split across chunks comes out whole. */
export function decodeText(chunks: AsyncIterable<Uint8Array>): TextPieces {
  const pieces = sequenceOf(decodePieces(chunks));
  return { ...pieces, join: async () => (await pieces.toArray()).join('') };
}

async function* decodePieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield [text];
  }
  const rest = decoder.decode();
  if (rest !== '') yield [rest];
}
