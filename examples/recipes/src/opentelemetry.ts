// A span around each call, with the names that OpenTelemetry gives to a request.
import type { Tracer } from '@agent-workers/client-fetch';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** For the option `tracer` of a client. */
export const openTelemetry: Tracer = (run, call) =>
  trace
    .getTracer('agent-workers')
    .startActiveSpan(call.operation, { kind: SpanKind.CLIENT }, async (span) => {
      span.setAttributes({ 'http.request.method': call.method, 'url.template': call.route });
      try {
        return await run();
      } catch (error) {
        span.setStatus({
          code: SpanStatusCode.ERROR,
          message: error instanceof Error ? error.name : 'unknown',
        });
        throw error;
      } finally {
        if (call.status !== undefined) span.setAttribute('http.response.status_code', call.status);
        span.end();
      }
    });
