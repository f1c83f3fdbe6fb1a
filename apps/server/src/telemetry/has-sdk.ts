import { createNoopMeter, metrics, ProxyTracerProvider, trace } from '@opentelemetry/api';

/** Whether somebody has set up OpenTelemetry in this process, so that spans or measurements go anywhere. */
export function hasSdk(): boolean {
  const provider = trace.getTracerProvider();
  const traces =
    !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer('any') !== undefined;
  return traces || metrics.getMeter('any') !== createNoopMeter();
}
