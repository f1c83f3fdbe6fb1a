import {
  type Attributes,
  type Context,
  context,
  createNoopMeter,
  type Histogram,
  metrics,
  ProxyTracerProvider,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Logger } from '../logger.ts';

/** Whether OpenTelemetry was set up in this process, so that spans or measurements go anywhere. */
export function hasSdk(): boolean {
  const provider = trace.getTracerProvider();
  const traces =
    !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer('any') !== undefined;
  return traces || metrics.getMeter('any') !== createNoopMeter();
}

/** A piece of work that operators want to see. */
export interface Observed {
  name: string;
  kind?: SpanKind;
  /** The measurement of how long it takes, in seconds. */
  duration: string;
  /** On the span only: identifiers, of which there are too many for a measurement. */
  attributes?: Attributes;
  /** What it's a part of. Default: what is being done now. */
  parent?: Context;
  /** Hears a sentence at the end; undefined: it is not told. */
  logger?: Logger | undefined;
  sentence: string;
}

/** Words and numbers of which there are few, for the span and the measurement. */
export type Labels = Record<string, string | number>;

const instrumentation = '@agent-workers/server';
const tracer = trace.getTracer(instrumentation);
const histograms = new Map<string, Histogram>();

/** Does the work in a span and measures it; without an OpenTelemetry SDK in the process that is nothing. */
export async function observe<Result>(
  observed: Observed,
  work: (labels: Labels) => Promise<Result>,
): Promise<Result> {
  const { name, kind = SpanKind.INTERNAL, attributes = {}, parent = context.active() } = observed;
  const begun = performance.now();
  const labels: Labels = {};
  return await tracer.startActiveSpan(name, { kind, attributes }, parent, async (span) => {
    try {
      return await work(labels);
    } catch (error) {
      // Not its message, which may hold what a user sent.
      labels['error.type'] = error instanceof Error ? error.name : typeof error;
      throw error;
    } finally {
      if ('error.type' in labels) span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttributes(labels);
      const milliseconds = performance.now() - begun;
      histogramOf(observed.duration).record(milliseconds / 1_000, labels);
      observed.logger?.(observed.sentence, {
        level: 'info',
        facts: { ...labels, milliseconds: Math.round(milliseconds) },
      });
      span.end();
    }
  });
}

/** Made at the first use, because an instrument from before the SDK was set up would measure nothing. */
function histogramOf(name: string): Histogram {
  const known = histograms.get(name);
  if (known) return known;
  const made = metrics.getMeter(instrumentation).createHistogram(name, { unit: 's' });
  histograms.set(name, made);
  return made;
}
