/** The pieces of a body; leaving the loop early cancels the request. */
export async function* readChunks(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
): AsyncGenerator<Uint8Array> {
  if (!reader) return;
  let finished = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      finished = done;
      if (done) return;
      yield value;
    }
  } catch (error) {
    finished = true;
    throw error;
  } finally {
    if (!finished) await reader.cancel();
  }
}
