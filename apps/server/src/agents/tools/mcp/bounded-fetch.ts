/** A fetch of which only so much is read. */
export interface BoundedFetch {
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  /** Rejects once more was sent than may be read; it never resolves. */
  readonly exceeded: Promise<never>;
}

/** Ends answers that, all together, are longer than so many bytes, before they fill the memory. */
export function createBoundedFetch(maximumBytes: number): BoundedFetch {
  const { promise: exceeded, reject } = Promise.withResolvers<never>();
  exceeded.catch(() => {});
  let left = maximumBytes;
  const count = () =>
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.byteLength;
        if (left >= 0) return controller.enqueue(chunk);
        const error = new Error(`The server sent more than ${maximumBytes} bytes.`);
        reject(error);
        controller.error(error);
      },
    });
  return {
    exceeded,
    async fetch(url, init) {
      const response = await fetch(url, init);
      const { status, statusText, headers, body } = response;
      return body ? new Response(body.pipeThrough(count()), { status, statusText, headers }) : response;
    },
  };
}
