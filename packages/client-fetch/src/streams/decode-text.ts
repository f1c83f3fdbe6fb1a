import { Batches, type Decoder } from './batches.ts';
import { type Sequence, type Source, sequenceOf } from './sequence.ts';

/** The text of a stream in pieces as they come. Can be read once. */
export interface TextPieces extends Sequence<string> {
  /** The whole text. */
  join(): Promise<string>;
}

/** UTF-8 text of byte chunks; a character that is split across chunks comes out whole. */
export function decodeText(
  chunks: AsyncIterable<Uint8Array>,
  operation: string,
  source?: Source,
): TextPieces {
  const pieces = sequenceOf(new Batches(chunks, textDecoder()), operation, source);
  return { ...pieces, join: async () => (await pieces.toArray()).join('') };
}

function textDecoder(): Decoder<Uint8Array, string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const decoded = (text: string) => ({ values: text === '' ? [] : [text] });
  return {
    push: (chunk) => decoded(decoder.decode(chunk, { stream: true })),
    end: () => decoded(decoder.decode()),
  };
}
