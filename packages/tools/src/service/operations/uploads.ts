import type { Bytes } from '../../bytes.ts';
import { insertRecord } from '../insert-record.ts';
import { readLimited } from '../read-limited.ts';
import type { Answered, ServiceCall, ServiceContext } from '../service-context.ts';
import { notFound, ServiceError } from '../service-error.ts';

/** Promises room for a file: where to send it, for how long, and where it will be. */
export async function requestUpload(context: ServiceContext, call: ServiceCall): Promise<Answered> {
  const { file_name, file_type } = call.input;
  const data = { file_name, file_type };
  const { record } = await insertRecord(context, { kind: 'upload', owner: '', data });
  const expires = String(Math.floor(record.created) + context.uploads.lifetime);
  const signature = await sign(context, `${record.iden}.${expires}`);
  const query = new URLSearchParams({ expires, signature });
  return {
    body: {
      ...data,
      file_url: `${call.address}/files/${record.iden}/${encodeURIComponent(String(file_name))}`,
      upload_url: `${call.address}/uploads/${record.iden}?${query}`,
      data: { expires, signature },
    },
    records: 1,
  };
}

/** Takes the form field `file`, once, if the address was signed by this service and is still valid. */
export async function receiveUpload(
  context: ServiceContext,
  request: Request,
  iden: string,
): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const expires = searchParams.get('expires') ?? '';
  if (!(await isSigned(context, `${iden}.${expires}`, searchParams.get('signature') ?? '')))
    throw refuse('invalid_signature', "The signature of this upload address isn't ours. Ask for a new one.");
  if (Number(expires) < context.stamp())
    throw refuse('expired', 'This upload address is no longer valid. Ask for a new one.');
  const file = await readFile(request, context.uploads.maxSize);
  if (!(await context.storage.writeFile(iden, file)))
    throw new ServiceError({
      status: 409,
      code: 'already_uploaded',
      message: 'This file was uploaded before.',
    });
  return new Response(null, { status: 204 });
}

/** A stored file, never shown inline: it may be a page with a script in it. */
export async function serveFile({ storage }: ServiceContext, iden: string): Promise<Response> {
  const upload = await storage.find({ kind: 'upload', owner: '', iden });
  const bytes = await storage.readFile(iden);
  if (!upload || !bytes) throw notFound('file');
  const name = encodeURIComponent(String(upload.data.file_name));
  return new Response(bytes, {
    headers: {
      'content-type': safeType(String(upload.data.file_type)),
      'content-disposition': `attachment; filename*=UTF-8''${name}`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    },
  });
}

function refuse(code: string, message: string): ServiceError {
  return new ServiceError({ status: 403, code, message });
}

function safeType(type: string): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
}

async function readFile(request: Request, maxSize: number): Promise<Bytes> {
  const tooLarge = new ServiceError({
    status: 413,
    code: 'too_large',
    message: `A file may have ${maxSize} bytes.`,
  });
  // Beside the file there are boundaries and fields.
  const bytes = await readLimited(request, maxSize + 65_536);
  if (!bytes) throw tooLarge;
  const file = await parseFile(bytes, request.headers.get('content-type') ?? '');
  if (file.byteLength > maxSize) throw tooLarge;
  return file;
}

async function parseFile(bytes: Bytes, type: string): Promise<Bytes> {
  const form = await new Response(bytes, { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined);
  const file = form?.get('file');
  if (file instanceof Blob) return new Uint8Array(await file.arrayBuffer());
  const message = 'Send multipart/form-data with the file in the field "file".';
  throw new ServiceError({ status: 400, code: 'invalid_param', message, parameter: 'file' });
}

const algorithm = 'HMAC';

async function sign({ secret }: ServiceContext, text: string): Promise<string> {
  const signature = await crypto.subtle.sign(algorithm, secret, new TextEncoder().encode(text));
  return Buffer.from(signature).toString('base64url');
}

async function isSigned({ secret }: ServiceContext, text: string, signature: string): Promise<boolean> {
  const bytes = new Uint8Array(Buffer.from(signature, 'base64url'));
  return crypto.subtle.verify(algorithm, secret, bytes, new TextEncoder().encode(text));
}
