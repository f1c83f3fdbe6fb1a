import type { CreatePushInput } from '../gen/inputs.ts';
import type { Executor } from './create-executor.ts';
import { deriveGuid } from './derive-guid.ts';
import { digestBytes } from './digest.ts';
import { UpstreamError } from './tool-error.ts';

type FilePushInput = Extract<CreatePushInput, { type: 'file' }>;
type FileField = 'type' | 'file_name' | 'file_type' | 'file_url';

export interface FilePush {
  file: Blob;
  name: string;
  /** MIME type; the file's own by default, and `application/octet-stream` where it has none. */
  type?: string;
  /** At most one target, as in CREATE_PUSH, and words to go with it. */
  push?: Partial<Omit<FilePushInput, FileField>>;
  callId?: string;
}

/**
 * Pushes a file: asks for a place, stores it there, and sends a push with what the service calls it. What needs approval
 * is asked before anything is sent, and is bound to the file's content.
 * @throws {ToolError}
 */
export async function pushFile(
  executor: Executor,
  { file, name, type = file.type || 'application/octet-stream', push = {}, callId }: FilePush,
) {
  const digest = await digestBytes(new Uint8Array(await file.arrayBuffer()));
  const described = {
    ...push,
    type: 'file' as const,
    file_name: name,
    file_type: type,
    file_url: `sha-256:${digest}`,
  };
  await executor.authorize({ tool: 'NOTIFIER_CREATE_PUSH', input: described });
  const place: Record<string, unknown> = Object(
    await executor.run({ tool: 'NOTIFIER_UPLOAD_REQUEST', input: { file_name: name, file_type: type } }),
  );
  await store(executor, place, new File([file], name, { type }));
  const { file_name, file_type, file_url } = place;
  // The place differs at every try, so the guid comes from the content.
  const guid = push.guid ?? (await deriveGuid({ runId: executor.runId, callId, input: described }));
  const stored = {
    file_name: typeof file_name === 'string' ? file_name : name,
    file_type: typeof file_type === 'string' ? file_type : type,
    file_url: String(file_url),
  };
  const input = { ...push, type: 'file' as const, ...stored, guid };
  return executor.runAuthorized({ tool: 'NOTIFIER_CREATE_PUSH', input });
}

async function store(
  { backend }: Executor,
  { upload_url, file_url, data }: Record<string, unknown>,
  file: File,
): Promise<void> {
  if (typeof upload_url !== 'string' || typeof file_url !== 'string' || !backend.upload)
    throw new UpstreamError(
      "The answer has no upload_url and file_url. How an upload goes isn't shown; this service does it otherwise.",
    );
  const form = new FormData();
  for (const [name, value] of Object.entries(Object(data))) form.append(name, String(value));
  form.append('file', file);
  const response = await backend.upload(upload_url, form).catch((cause: unknown) => {
    throw new UpstreamError("The file can't be stored: nothing answered.", { cause });
  });
  if (!response.ok)
    throw new UpstreamError(`The file can't be stored: status ${response.status}.`, {
      status: response.status,
    });
}
