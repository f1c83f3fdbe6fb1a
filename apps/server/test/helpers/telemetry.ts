import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

/** OpenTelemetry as a host sets it up, before the server is loaded, with what it exports kept in memory. */
export interface Telemetry {
  spans(name: string): ReadableSpan[];
  allSpans(): readonly ReadableSpan[];
  /** The names of what was measured. */
  measured(): Promise<string[]>;
  /** Leaves nothing of it to the tests that this process runs next. */
  close(): Promise<void>;
}

export function setUpTelemetry(): Telemetry {
  const spans = new InMemorySpanExporter();
  const measurements = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: measurements });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] }),
  );
  const meters = new MeterProvider({ readers: [reader] });
  metrics.setGlobalMeterProvider(meters);
  return {
    spans: (name) => spans.getFinishedSpans().filter((span) => span.name === name),
    allSpans: () => spans.getFinishedSpans(),
    async measured() {
      await reader.forceFlush();
      const scopes = measurements.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics);
      const names = scopes.flatMap((scope) => scope.metrics.map(({ descriptor }) => descriptor.name));
      return [...new Set(names)].sort();
    },
    async close() {
      for (const api of [context, propagation, trace, metrics]) api.disable();
      await meters.shutdown();
    },
  };
}
