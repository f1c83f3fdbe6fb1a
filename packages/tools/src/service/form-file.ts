/** A form that is no form, or has no such file. */
export class NotAForm extends Error {}

const crlf = '\r\n';
const headersEnd = crlf + crlf;
const largestHeaders = 16_384;

/**
 * The content of a form's file, as it comes: at no time is more of it held than one piece of the body. What else the form has
 * is passed over.
 * @throws {NotAForm} when there is no file of this name, or the form ends before its end.
 */
export async function* formFile(
  body: AsyncIterable<Uint8Array>,
  { type, field }: { type: string; field: string },
): AsyncGenerator<Uint8Array, void> {
  const delimiter = `${crlf}--${boundaryOf(type)}`;
  const text = createReader(body);
  await text.skipPast(delimiter);
  while ((await text.take(2)) === crlf) {
    const headers = await text.takeUntil(headersEnd, largestHeaders);
    if (!isFile(headers, field)) {
      await text.skipPast(delimiter);
      continue;
    }
    yield* text.pass(delimiter);
    return await text.skipRest();
  }
  throw new NotAForm(`The form has no file "${field}".`);
}

function boundaryOf(type: string): string {
  const [, quoted, plain] = /^multipart\/form-data\b.*;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (!boundary) throw new NotAForm('The body is no multipart/form-data.');
  return boundary;
}

function isFile(headers: string, field: string): boolean {
  const disposition = /^content-disposition:\s*form-data(.*)$/im.exec(headers)?.[1] ?? '';
  const [, quoted, plain] = /;\s*name=(?:"([^"]*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return (quoted ?? plain) === field && /;\s*filename\*?=/i.test(disposition);
}

/** Reads bytes by what stands between them. */
function createReader(body: AsyncIterable<Uint8Array>) {
  const pieces = body[Symbol.asyncIterator]();
  // As if a line had ended before: the first delimiter is then like the others.
  let held = Buffer.from(crlf);

  async function read(): Promise<void> {
    const { done, value } = await pieces.next();
    if (done) throw new NotAForm('The form ends before its end.');
    held = held.length === 0 ? Buffer.from(value) : Buffer.concat([held, value]);
  }

  function drop(bytes: number): Buffer {
    const dropped = held.subarray(0, bytes);
    held = held.subarray(bytes);
    return dropped;
  }

  async function* pass(end: string): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      const at = held.indexOf(end);
      // The last bytes may be the beginning of the end.
      const passed = drop(at >= 0 ? at : Math.max(0, held.length - end.length + 1));
      if (passed.length > 0) yield passed;
      if (at >= 0) return void drop(end.length);
      await read();
    }
  }

  return {
    pass,
    async skipPast(end: string): Promise<void> {
      for await (const _ of pass(end));
    },
    async skipRest(): Promise<void> {
      for (let next = await pieces.next(); !next.done; ) next = await pieces.next();
    },
    async take(bytes: number): Promise<string> {
      while (held.length < bytes) await read();
      return drop(bytes).toString('latin1');
    },
    async takeUntil(end: string, limit: number): Promise<string> {
      while (held.indexOf(end) < 0) {
        if (held.length > limit) throw new NotAForm('The headers of a part are too long.');
        await read();
      }
      return drop(held.indexOf(end) + end.length).toString('utf8');
    },
  };
}
