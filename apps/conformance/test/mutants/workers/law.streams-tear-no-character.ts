import { callOf, type Mutant } from '../mutant.ts';

export const mutant: Mutant = {
  rule: 'law.streams-tear-no-character',
  breaks: 'streams are cut by bytes, in the middle of characters',
  alsoBreaks: ['law.stream-is-the-kept-answer', 'law.ndjson-holds-the-kept-answer'],
  wrap:
    ({ fetch }) =>
    async (request) => {
      const { method } = await callOf(request);
      const response = await fetch(request);
      if (method === 'GET' || !response.ok || response.body === null) return response;
      const { status, headers } = response;
      return new Response(response.body.pipeThrough(new TransformStream({ transform: tear })), {
        status,
        headers,
      });
    },
};

/** Every first byte of a character of several is taken for a whole one. */
function tear(piece: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>): void {
  controller.enqueue(
    new TextEncoder().encode(new TextDecoder().decode(piece.map((byte) => (byte >= 0xc0 ? 0x80 : byte)))),
  );
}
