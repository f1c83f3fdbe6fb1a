import { ApiError, runTool, type Transport, type TransportRequest } from '@agent-workers/client-fetch';
import type { Backend, ValidCall } from './backend.ts';
import { toToolError } from './to-tool-error.ts';
import { BadInput, NotConnected, type ToolError, UpstreamFault } from './tool-error.ts';

export interface PlatformOptions {
  /** Such as `clientTransport({ baseUrl, jwt })` of @agent-workers/client-fetch. */
  transport: Transport;
  /** Which connection of the user, where there are several. */
  serviceId?: string;
  serviceIdNamespace?: string;
}

/**
 * Calls go to `POST /me/tools/run/{tool_name}`. The interface doesn't show the endpoint through which an integration tool is
 * invoked by name, so that it is this one is our choice. What comes back is a ToolResult, whose fields aren't shown either.
 */
export function platformBackend({ transport, ...ids }: PlatformOptions): Backend {
  return {
    name: 'platform',
    plan: async (call) => ({
      request: await planRequest(call, ids),
      send: () => send(call, { transport, ...ids }),
    }),
  };
}

async function send(call: ValidCall, { transport, ...ids }: PlatformOptions): Promise<unknown> {
  const options = call.signal ? { signal: call.signal } : {};
  try {
    return await runTool(transport, call.tool, call.input, queryOf(ids), options);
  } catch (cause) {
    if (cause instanceof ApiError) throw refusal(cause, ids);
    throw new UpstreamFault("The platform can't be reached, or its answer can't be read.", { cause });
  }
}

/**
 * The executor has held the input to the manifest, so a refusal that names no parameter isn't about the input: the tool
 * or its connection is missing. How a platform says which is not shown.
 */
function refusal({ status, headers, body }: ApiError, { serviceId = 'default' }: Ids): ToolError {
  const error = toToolError(status, headers, body);
  if (!(error instanceof BadInput) || error.problems.some(({ path }) => path !== '')) return error;
  return new NotConnected(
    `The platform refused the call with status ${status}, though its input is right. Most likely nothing is connected as ${serviceId}: a person has to connect the service.`,
  );
}

type Ids = Omit<PlatformOptions, 'transport'>;

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
