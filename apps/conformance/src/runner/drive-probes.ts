import type { Probe } from '../cases/probe.ts';
import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import { parseJson } from '../json/parse-json.ts';
import { control } from '../plan/make-plan.ts';
import type { Plan } from '../plan/plan.ts';
import { inShard } from '../plan/shard.ts';
import type { Operation } from '../spec/spec.ts';
import type { Driver } from './driver.ts';
import { inParallel } from './in-parallel.ts';
import type { RunOptions } from './run-options.ts';

/** The probes of one operation keep their order, since some compare what came one after the other. */
export async function driveProbes(driver: Driver, options: RunOptions): Promise<void> {
  const targets = new Map(options.operations.map((operation) => [operation.id, operation]));
  const groups = probeGroups(options.plan);
  let done = 0;
  await inParallel(groups, options.concurrency, async (probes) => {
    for (const probe of probes) {
      if (options.signal.aborted) return;
      const target = targets.get(probe.operation);
      const exchange = target && (await driver.probe(probe, target));
      if (exchange && succeeded(exchange)) notice(exchange, target, options);
    }
    done += 1;
    options.onEvent({ type: 'scenario-done', phase: 'probes', done, total: groups.length });
  });
}

/** What reading shows of names is known when records are made. */
function notice({ response }: Exchange, operation: Operation, { vocabulary }: RunOptions): void {
  vocabulary.notice(operation, parseJson(response?.body.text ?? ''));
}

/** The probes by operation. Every shard asks the control operation, by which the others are understood. */
function probeGroups({ probes, shard }: Plan): readonly (readonly Probe[])[] {
  const groups = Map.groupBy(probes, ({ operation }) => operation);
  const controls = groups.get(control) ?? [];
  const mine = inShard([...groups.values()], shard).filter((group) => group !== controls);
  return controls.length === 0 ? mine : [controls, ...mine];
}
