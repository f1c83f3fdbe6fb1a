import type { Transport } from './transport.ts';

/** What a tracer is told of a call. Nothing of it holds a payload, an identifier or a secret. */
export interface CallTrace {
  /** Id of the operation: a good name for a span. */
  operation: string;
  api: 'workers' | 'user';
  method: string;
  /** Path template, such as `/me/agent-runs/{run_id}`. */
  route: string;
  /** Set when the headers have come. */
  status?: number;
  /** Set when the headers have come, where the deployment sends one. */
  requestId?: string;
}

/** Runs a call within a span: `tracingChannel.tracePromise` and OpenTelemetry's `startActiveSpan` both fit. */
export type Tracer = (run: () => Promise<Response>, trace: CallTrace) => Promise<Response>;

/** A transport whose calls, each with all its retries, run within a tracer. */
export function withTracing(transport: Transport, tracer: Tracer): Transport {
  return (request) => {
    const { operation, api, method, route } = request;
    const trace: CallTrace = { operation, api, method, route };
    return tracer(async () => {
      const response = await transport(request);
      trace.status = response.status;
      const requestId = response.headers.get('x-request-id');
      if (requestId) trace.requestId = requestId;
      return response;
    }, trace);
  };
}
