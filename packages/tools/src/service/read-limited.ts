import type { Bytes } from '../bytes.ts';
/** Undefined when more comes than is allowed; the rest is never read. */
export async function readLimited(request: Request, limit: number): Promise<Bytes | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.byteLength;
    if (size > limit) return undefined;
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts.map((part) => new Uint8Array(part))).arrayBuffer());
}
