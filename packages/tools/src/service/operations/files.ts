import type { Bytes } from '../../bytes.ts';
import type { FilePlace } from '../notification-storage.ts';
import type { ServiceContext } from '../service-context.ts';
import { notFound } from '../service-error.ts';

/** A stored file, never shown inline: it may be a page with a script in it. */
export async function serveFile(
  { storage }: ServiceContext,
  { owner, upload }: Omit<FilePlace, 'file'>,
): Promise<Response> {
  const found = await storage.findByKey({ kind: 'file', owner, key: upload });
  if (!found) throw notFound('file');
  const { file_name, file_type, size, parts } = found.data;
  const next = (seq: number) => storage.readPart({ file: found.iden }, seq);
  return new Response(inParts(Number(parts), next), {
    headers: {
      'content-type': safeType(String(file_type)),
      'content-length': String(size),
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(String(file_name))}`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    },
  });
}

/** Each part is read when the client has taken the one before. */
function inParts(count: number, read: (seq: number) => Promise<Bytes | undefined>): ReadableStream<Bytes> {
  let seq = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        if (seq === count) return controller.close();
        const part = await read(seq);
        // Deleted while it was read: it must not end as if it were whole.
        if (!part) return controller.error(new Error('The file is gone.'));
        controller.enqueue(part);
        seq += 1;
      },
    },
    { highWaterMark: 0 },
  );
}

function safeType(type: string): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
}
