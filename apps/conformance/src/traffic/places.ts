import type { Exchange } from '../exchanges/exchange.ts';
import { BoundedMap } from './bounded-map.ts';
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

/** So many runs are remembered; the oldest is forgotten first, as if it had begun before the recording. */
const mostRuns = 20_000;

/** Everybody's traffic is a case, its steps are numbered as they come, and a run is known by the step that started it. */
export function createPlaces(onForgotten: () => void): Places {
  const runs = new BoundedMap<string, Run>(mostRuns, onForgotten);
  return (caller, exchange, { operation, path }) => {
    const step = exchange.id;
    const origin = { phase: 'recorded', case: { kind: 'traffic', id: caller }, step, attempt: 1 } as const;
    if (operation.api === 'user') return { origin };
    const nameOf = (run: string): string => `${caller} ${run.toLowerCase()}`;
    if (operation.method !== 'POST')
      return { origin, startedBy: stepOf(runs, nameOf(path.run_id ?? ''), exchange) };
    const run = startedIn(exchange);
    if (run !== undefined) runs.set(nameOf(run), { step, latest: exchange.sentAt });
    return { origin, startedBy: step };
  };
}

/** Nothing of a run that began before the recording, and nothing from when its clock went backwards. */
function stepOf(runs: Map<string, Run>, name: string, { sentAt }: Unplaced): number | undefined {
  const run = runs.get(name);
  if (run === undefined) return undefined;
  if (sentAt < run.latest) {
    runs.delete(name);
    return undefined;
  }
  run.latest = sentAt;
  return run.step;
}

function startedIn({ response }: Unplaced): string | undefined {
  const isTaken = response !== undefined && response.status >= 200 && response.status < 300;
  return isTaken ? headerIn(response.headers, 'x-service-run-id') : undefined;
}
