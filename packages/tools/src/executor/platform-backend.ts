import {
  ApiError,
  ConfigurationError,
  runTool,
  type Transport,
  type TransportRequest,
} from '@agent-workers/client-fetch';
import type { Backend, ValidCall } from './backend.ts';
import { toToolError } from './to-tool-error.ts';
import { BadInput, NotConnected, type ToolError, UpstreamError } from './tool-error.ts';
import { outputOf } from './tool-result.ts';
import { unsentErrors } from './unsent-errors.ts';

export interface PlatformOptions {
  /** Such as `clientTransport({ baseUrl, jwt })` of @agent-workers/client-fetch. */
  transport: Transport;
  /** Which connection of the user, where there are several. */
  serviceId?: string;
  serviceIdNamespace?: string;
  /** Stores the file of `pushFile` at the address that the platform signed; the global fetch unless given. */
  fetch?: (request: Request) => Promise<Response>;
}

/**
 * Calls go to `POST /me/tools/run/{tool_name}`. The interface doesn't show the endpoint through which an integration tool is
 * invoked by name, so that it is this one is our choice. What comes back is a ToolResult, whose fields aren't shown either:
 * one in the format of MCP is unwrapped, and anything else stays as it came. The user must have installed the tool.
 */
export function platformBackend({ transport, fetch = globalThis.fetch, ...ids }: PlatformOptions): Backend {
  return {
    name: 'platform',
    plan: async (call) => ({
      request: await planRequest(call, ids),
      send: async () => outputOf(await send(call, { transport, ...ids })),
    }),
    upload: (url, form) => fetch(new Request(url, { method: 'POST', body: form, redirect: 'manual' })),
  };
}

async function send(call: ValidCall, { transport, ...ids }: Connection): Promise<unknown> {
  const options = call.signal ? { signal: call.signal } : {};
  try {
    return await runTool(transport, call.tool, call.input, queryOf(ids), options);
  } catch (cause) {
    // A mistake of the program: neither the model nor the user can correct it.
    if (cause instanceof ConfigurationError) {
      unsentErrors.add(cause);
      throw cause;
    }
    if (cause instanceof ApiError) throw refusal(cause, ids);
    throw new UpstreamError("The platform can't be reached, or its answer can't be read.", { cause });
  }
}

/**
 * The executor has held the input to the manifest, so a refusal that names no parameter isn't about the input: the tool
 * or its connection is missing. How a platform says which is not shown.
 */
function refusal(cause: ApiError, { serviceId = 'default' }: Ids): ToolError {
  const { status, headers, body } = cause;
  if (status === 401)
    return new NotConnected(
      "The platform doesn't take this program's own credential (status 401). Its operator has to renew it; the connections of the user are not the cause.",
      { status, cause },
    );
  const error = toToolError(status, headers, body);
  if (error instanceof UpstreamError) return new UpstreamError(error.message, { status, cause });
  if (error instanceof BadInput ? error.problems.some(({ path }) => path !== '') : status !== 403)
    return error;
  return new NotConnected(
    `The platform refused the call with status ${status}, though its input is right. The tool may not be installed, nothing may be connected as ${serviceId}, or the program may have a wrong address: a person has to look.`,
    { status, cause },
  );
}

type Ids = Omit<PlatformOptions, 'transport' | 'fetch'>;
type Connection = Omit<PlatformOptions, 'fetch'>;

/** What the client would send, seen by a transport that sends nothing. */
async function planRequest(call: ValidCall, ids: Ids) {
  let seen: TransportRequest | undefined;
  const look: Transport = async (request) => {
    seen = request;
    return Response.json(null);
  };
  await runTool(look, call.tool, call.input, queryOf(ids));
  const { method = 'POST', path = '', query = {}, body } = seen ?? {};
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const search = new URLSearchParams(pairs).toString();
  return { method, url: `${path}${search && `?${search}`}`, body };
}

function queryOf({ serviceId, serviceIdNamespace }: Ids) {
  return {
    ...(serviceId !== undefined && { service_id: serviceId }),
    ...(serviceIdNamespace !== undefined && { service_id_namespace: serviceIdNamespace }),
  };
}
