import type { Exchange } from '../exchanges/exchange.ts';
import type { Driver } from './driver.ts';
import { inParallel } from './in-parallel.ts';
import type { RunOptions } from './run-options.ts';

/** The probes of one operation keep their order, since some compare what came one after the other. */
export async function driveProbes(driver: Driver, options: RunOptions): Promise<Exchange[]> {
  const targets = new Map(options.operations.map((operation) => [operation.id, operation]));
  const groups = [...Map.groupBy(options.plan.probes, ({ operation }) => operation).values()];
  let done = 0;
  const exchanges = await inParallel(groups, options.concurrency, async (probes) => {
    const sent: Exchange[] = [];
    for (const probe of options.signal.aborted ? [] : probes) {
      const target = targets.get(probe.operation);
      const exchange = target && (await driver.probe(probe, target));
      if (exchange) sent.push(exchange);
    }
    done += 1;
    options.onEvent({ type: 'scenario-done', phase: 'probes', done, total: groups.length });
    return sent;
  });
  return exchanges.flat();
}
