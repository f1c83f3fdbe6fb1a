import { tracingChannel } from 'node:diagnostics_channel';
import type { Tracer } from '../transport/with-tracing.ts';

/**
 * A tracer that publishes each call on a tracing channel of `node:diagnostics_channel`, where monitoring tools listen.
 * Without a listener, a call costs no more than without the tracer.
 */
export function traceChannel(name = 'agent-workers.call'): Tracer {
  const channel = tracingChannel(name);
  return (run, trace) => (channel.hasSubscribers ? channel.tracePromise(run, trace) : run());
}
