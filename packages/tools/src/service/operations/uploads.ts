import type { Bytes } from '../../bytes.ts';
import { formFile, NotAForm } from '../form-file.ts';
import { insertRecord, newIden } from '../insert-record.ts';
import type { FilePlace } from '../notification-storage.ts';
import {
  type Answered,
  type ServiceCall,
  type ServiceContext,
  toUser,
  type User,
} from '../service-context.ts';
import { notFound, ServiceError, storageFull } from '../service-error.ts';

/** Promises room for a file: where to send it, for how long, and where it will be. */
export async function requestUpload(context: ServiceContext, call: ServiceCall): Promise<Answered> {
  const { user, input, address } = call;
  await discardExpired(context, user.iden);
  const { file_name, file_type } = input;
  const described = { file_name, file_type };
  const expires = Math.floor(context.stamp()) + context.uploads.lifetime;
  const { record } = await insertRecord(context, {
    kind: 'upload',
    owner: user.iden,
    data: described,
  });
  const signature = await sign(context, { owner: user.iden, upload: record.iden, expires: String(expires) });
  const query = new URLSearchParams({ expires: String(expires), signature });
  const path = `${user.iden}/${record.iden}`;
  return {
    body: {
      ...described,
      file_url: `${address}/files/${path}/${encodeURIComponent(String(file_name))}`,
      upload_url: `${address}/uploads/${path}?${query}`,
      data: { expires: String(expires), signature },
    },
    records: 1,
  };
}

/** Takes the form field `file`, once, if the address was signed by this service and is still valid. */
export async function receiveUpload(
  context: ServiceContext,
  request: Request,
  { owner, upload }: Omit<FilePlace, 'file'>,
): Promise<Response> {
  const { storage } = context;
  await checkAddress(context, request, { owner, upload });
  const requested = await storage.find({ kind: 'upload', owner, iden: upload });
  const user = await storage.find({ kind: 'user', owner: '', iden: owner });
  if (await storage.findByKey({ kind: 'file', owner, key: upload })) throw usedBefore();
  if (!requested || !user) throw notFound('upload');
  const place = { owner, upload, file: newIden() };
  const file = await storeFile(context, { request, place, user: toUser(user) });
  const { file_name, file_type } = requested.data;
  const data = { file_name, file_type, ...file };
  // Of several that are sent to one address at once, the first that is whole counts.
  const { isNew } = await insertRecord(context, { kind: 'file', owner, iden: place.file, key: upload, data });
  if (!isNew) await storage.discardParts(place);
  if (!isNew) throw usedBefore();
  await storage.drop({ kind: 'upload', owner, iden: upload });
  await storage.discardParts({ owner, upload, keep: place.file });
  return new Response(null, { status: 204 });
}

interface Incoming {
  request: Request;
  place: FilePlace;
  user: User;
}

/** Stores the file part by part, as it comes; nothing stays of one that doesn't come whole. */
async function storeFile(
  context: ServiceContext,
  incoming: Incoming,
): Promise<{ size: number; parts: number }> {
  const { storage } = context;
  const { place } = incoming;
  try {
    let size = 0;
    let seq = 0;
    for await (const bytes of partsOf(incoming.request, context.uploads.maxSize)) {
      size += bytes.byteLength;
      if (!(await context.mayStore(incoming.user, bytes.byteLength))) throw storageFull();
      await storage.writePart(place, { seq, bytes });
      seq += 1;
    }
    return { size, parts: seq };
  } catch (error) {
    await storage.discardParts(place);
    if (error instanceof NotAForm) throw noFile();
    throw error;
  }
}

const partSize = 262_144;

/** The file in equal parts, as far as it may be long. */
async function* partsOf(request: Request, maxSize: number): AsyncGenerator<Bytes, void> {
  const form = { type: request.headers.get('content-type') ?? '', field: 'file' };
  let size = 0;
  let held: Buffer[] = [];
  let waiting = 0;
  // Beside the file there are boundaries and fields.
  for await (const piece of formFile(limited(request, maxSize + 65_536), form)) {
    size += piece.byteLength;
    if (size > maxSize) throw tooLarge(maxSize);
    held.push(Buffer.from(piece));
    waiting += piece.byteLength;
    while (waiting >= partSize) {
      const all = Buffer.concat(held);
      yield new Uint8Array(all.subarray(0, partSize));
      held = [all.subarray(partSize)];
      waiting -= partSize;
    }
  }
  if (waiting > 0) yield new Uint8Array(Buffer.concat(held));
}

async function* limited({ body }: Request, limit: number): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.byteLength;
    if (size > limit) throw tooLarge(limit);
    yield piece;
  }
}

/** What was promised and never used is forgotten when the same user asks for more. */
async function discardExpired({ storage, stamp, uploads }: ServiceContext, owner: string): Promise<void> {
  const oldestValid = { modified: stamp() - uploads.lifetime, iden: '' };
  for (;;) {
    const expired = await storage.list({ kind: 'upload', owner, limit: 100, after: oldestValid });
    if (expired.length === 0) return;
    for (const { iden } of expired) {
      await storage.discardParts({ owner, upload: iden });
      await storage.drop({ kind: 'upload', owner, iden });
    }
  }
}

/** @throws {ServiceError} for an address that this service didn't sign, or that is no longer valid. */
async function checkAddress(
  context: ServiceContext,
  request: Request,
  place: Omit<FilePlace, 'file'>,
): Promise<void> {
  const { searchParams } = new URL(request.url);
  const expires = searchParams.get('expires') ?? '';
  if (!(await isSigned(context, { ...place, expires }, searchParams.get('signature') ?? '')))
    throw refuse('invalid_signature', "The signature of this upload address isn't ours. Ask for a new one.");
  if (Number(expires) < context.stamp())
    throw refuse('expired', 'This upload address is no longer valid. Ask for a new one.');
}

function refuse(code: string, message: string): ServiceError {
  return new ServiceError({ status: 403, code, message });
}

function usedBefore(): ServiceError {
  return new ServiceError({
    status: 409,
    code: 'already_uploaded',
    message: 'This file was uploaded before.',
  });
}

function tooLarge(bytes: number): ServiceError {
  return new ServiceError({ status: 413, code: 'too_large', message: `A file may have ${bytes} bytes.` });
}

function noFile(): ServiceError {
  const message = 'Send multipart/form-data with the file in the field "file".';
  return new ServiceError({ status: 400, code: 'invalid_param', message, parameter: 'file' });
}

const algorithm = 'HMAC';

type Signed = Omit<FilePlace, 'file'> & { expires: string };

async function sign({ secret }: ServiceContext, signed: Signed): Promise<string> {
  return Buffer.from(await crypto.subtle.sign(algorithm, secret, bytesOf(signed))).toString('base64url');
}

async function isSigned({ secret }: ServiceContext, signed: Signed, signature: string): Promise<boolean> {
  const bytes = new Uint8Array(Buffer.from(signature, 'base64url'));
  return crypto.subtle.verify(algorithm, secret, bytes, bytesOf(signed));
}

function bytesOf({ owner, upload, expires }: Signed) {
  return new TextEncoder().encode(`${owner}.${upload}.${expires}`);
}
