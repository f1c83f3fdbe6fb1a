import type { Probe } from '../cases/probe.ts';
import type { Exchange } from './exchange.ts';
import { type CallOptions, type PreparedCall, sendCall } from './send-call.ts';

/** Sends one probe to the User API; undefined when the run is to send no more. */
export async function sendProbe(
  probe: Probe,
  target: PreparedCall['operation'],
  options: CallOptions,
): Promise<Exchange | undefined> {
  const answered = await sendCall(
    {
      origin: {
        phase: 'judged',
        case: { kind: 'probe', id: probe.operation },
        step: 1,
        attempt: 1,
      },
      operation: target,
      address: options.deployment.baseUrl ?? '',
      path: probe.path,
      query: Object.entries(probe.query).flatMap(([name, values]) =>
        [values].flat().map((value): [string, string] => [name, value]),
      ),
      credential: probe.credential,
      headers: {},
      body: undefined,
      probe: { kind: probe.kind, parameter: probe.parameter, mutation: probe.mutation, certain: true },
    },
    options,
  );
  return answered?.exchange;
}
