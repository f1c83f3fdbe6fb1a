/** A body that gives one piece per read, no sooner, and breaks with the signal as a network body does. */
export function streamOf(pieces: readonly string[], signal?: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = 0;
  return new ReadableStream(
    {
      pull(controller) {
        const piece = pieces[next++];
        if (signal?.aborted) controller.error(signal.reason);
        else if (piece === undefined) controller.close();
        else controller.enqueue(encoder.encode(piece));
      },
    },
    { highWaterMark: 0 },
  );
}
