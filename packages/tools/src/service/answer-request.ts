import { digestToken } from './digest-token.ts';
import { findOperation } from './find-operation.ts';
import { inboxResponse } from './inbox/inbox-response.ts';
import { serveFile } from './operations/files.ts';
import { receiveUpload } from './operations/uploads.ts';
import type { createRateLimit } from './rate-limit.ts';
import { readCall } from './read-call.ts';
import { type ServiceContext, toUser, type User } from './service-context.ts';
import { notFound, ServiceError, storageFull } from './service-error.ts';
import { serviceOperations } from './service-operations.ts';

export interface Mounted {
  context: ServiceContext;
  rateLimit: ReturnType<typeof createRateLimit>;
  basePath: string;
  publicUrl: string | undefined;
  onError: (error: unknown) => void;
}

/** One request, whatever it is. Never throws: an error is a 500 that says nothing of its cause. */
export async function answerRequest(request: Request, mounted: Mounted): Promise<Response> {
  try {
    return await route(request, mounted);
  } catch (error) {
    if (error instanceof ServiceError) return error.toResponse();
    mounted.onError(error);
    return new ServiceError({
      status: 500,
      code: 'server',
      message: 'Something went wrong here.',
    }).toResponse();
  }
}

async function route(request: Request, mounted: Mounted): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith(`${mounted.basePath}/`)) throw notFound('page');
  const path = pathname.slice(mounted.basePath.length);
  const [, first, owner = '', upload = ''] = path.split('/');
  const { method } = request;
  if (method === 'POST' && first === 'uploads')
    return receiveUpload(mounted.context, request, { owner, upload });
  if (method === 'GET' && first === 'files') return serveFile(mounted.context, { owner, upload });
  const page = method === 'GET' ? inboxResponse(path) : undefined;
  return page ?? operate(request, path, mounted);
}

async function operate(request: Request, path: string, mounted: Mounted): Promise<Response> {
  const { context, rateLimit } = mounted;
  const user = await authenticate(request, context);
  const answer = async () => {
    rateLimit.admit(user.iden);
    const found = findOperation(request.method, path);
    if (!found) throw notFound('operation');
    const input = await readCall(request, found);
    const [iden = ''] = Object.values(found.parameters);
    await checkRoom(context, user, request.method === 'POST' ? JSON.stringify(input).length : 0);
    const call = { user, iden, input, address: addressOf(request, mounted) };
    const { body, records } = await serviceOperations[found.tool](context, call);
    rateLimit.spend(user.iden, records);
    return Response.json(body);
  };
  const response = await answer().catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
    if (error.status !== 429) rateLimit.spend(user.iden, 0);
    return error.toResponse();
  });
  for (const [name, value] of Object.entries(rateLimit.headers(user.iden))) response.headers.set(name, value);
  return response;
}

/** What is sent is what is stored. */
async function checkRoom({ mayStore }: ServiceContext, user: User, bytes: number): Promise<void> {
  if (bytes > 0 && !(await mayStore(user, bytes))) throw storageFull();
}

function addressOf(request: Request, { publicUrl, basePath }: Mounted): string {
  return (publicUrl ?? `${new URL(request.url).origin}${basePath}`).replace(/\/$/, '');
}

/** By `Access-Token`, or as a bearer. */
async function authenticate({ headers }: Request, { storage }: ServiceContext): Promise<User> {
  const bearer = /^Bearer\s+(.+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  const token = headers.get('access-token') ?? bearer;
  const key = token && (await digestToken(token));
  const found = key ? await storage.findByKey({ kind: 'token', owner: '', key }) : undefined;
  const user = found && (await storage.find({ kind: 'user', owner: '', iden: String(found.data.user) }));
  if (!user)
    throw new ServiceError({
      status: 401,
      code: 'invalid_access_token',
      message: 'The access token is missing or invalid.',
    });
  return toUser(user);
}
