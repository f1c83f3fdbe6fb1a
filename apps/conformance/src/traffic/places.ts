import type { Case } from '../cases/case.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { headerIn } from './captured.ts';
import type { FoundRoute } from './find-route.ts';
import type { Unplaced } from './to-exchange.ts';

/** Where an exchange stands in the traffic of its caller. */
export type Places = (
  caller: string,
  exchange: Unplaced,
  route: FoundRoute,
) => Pick<Exchange, 'origin' | 'startedBy'>;

interface Run {
  /** The step that started it. */
  readonly step: number;
  /** When the latest request of it was sent. */
  latest: number;
}

interface Traffic {
  readonly case: Case;
  steps: number;
  readonly runs: Map<string, Run>;
}

/** So many runs of one caller are remembered; the oldest is forgotten first, as if it had begun before the recording. */
const mostRuns = 10_000;

/** Everybody's traffic is a case, and a run is known by the step that started it. */
export function createPlaces(): Places {
  const all = new Map<string, Traffic>();
  return (caller, exchange, { operation, path }) => {
    const traffic = all.get(caller) ?? { case: { kind: 'traffic', id: caller }, steps: 0, runs: new Map() };
    all.set(caller, traffic);
    traffic.steps += 1;
    const step = traffic.steps;
    const origin = { phase: 'recorded', case: traffic.case, step, attempt: 1 } as const;
    if (operation.api === 'user') return { origin };
    if (operation.method !== 'POST')
      return { origin, startedBy: stepOf(traffic.runs, path.run_id ?? '', exchange) };
    const run = startedIn(exchange);
    if (run !== undefined) keep(traffic.runs, run, { step, latest: exchange.sentAt });
    return { origin, startedBy: step };
  };
}

function keep(runs: Map<string, Run>, id: string, run: Run): void {
  runs.set(id.toLowerCase(), run);
  const [oldest] = runs.keys();
  if (runs.size > mostRuns && oldest !== undefined) runs.delete(oldest);
}

/** Nothing of a run that began before the recording, and nothing from when its clock went backwards. */
function stepOf(runs: Map<string, Run>, id: string, { sentAt }: Unplaced): number | undefined {
  const run = runs.get(id.toLowerCase());
  if (run === undefined) return undefined;
  if (sentAt < run.latest) {
    runs.delete(id.toLowerCase());
    return undefined;
  }
  run.latest = sentAt;
  return run.step;
}

function startedIn({ response }: Unplaced): string | undefined {
  const isTaken = response !== undefined && response.status >= 200 && response.status < 300;
  return isTaken ? headerIn(response.headers, 'x-service-run-id') : undefined;
}
