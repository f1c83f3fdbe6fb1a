import type { Probe } from '../cases/probe.ts';
import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import { askedAgain } from '../exchanges/drive-mutations.ts';
import { type Exchange, isInternalError, succeeded } from '../exchanges/exchange.ts';
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
  const groups = probeGroups(options.plan).map((probes) => ({ probes, own: options.fieldMapping.fork() }));
  let done = 0;
  await inParallel(groups, options.concurrency, async ({ probes, own }) => {
    await driveGroup(probes, driver, { ...options, fieldMapping: own });
    if (options.signal.aborted) return;
    done += 1;
    options.onEvent({ type: 'scenario-done', phase: 'probes', done, total: groups.length });
  });
  // In the order of the plan, whichever was faster.
  for (const { own } of groups) options.fieldMapping.adopt(own);
}

async function driveGroup(probes: readonly Probe[], driver: Driver, options: RunOptions): Promise<void> {
  const failed: Probe[] = [];
  const send = async (probe: Probe): Promise<void> => {
    const target = options.operations.find(({ id }) => id === probe.operation);
    const exchange = target && !options.signal.aborted && (await driver.probe(probe, target));
    if (!exchange) return;
    if (succeeded(exchange)) notice(exchange, target, options.fieldMapping);
    if (isInternalError(exchange) && probe.credential === 'own') failed.push(probe);
  };
  for (const probe of probes) await send(probe);
  const doubtful = askedAgain(failed);
  const valid = probes.filter(({ kind, credential }) => kind === 'valid' && credential === 'own').slice(0, 1);
  for (const probe of doubtful.length > 0 ? [...doubtful, ...valid] : []) await send(probe);
}

/** What reading shows of names is known when records are made. */
function notice({ response }: Exchange, operation: Operation, fieldMapping: FieldMapping): void {
  const body = parseJson(response?.body.text ?? '');
  fieldMapping.notice(operation, body);
  fieldMapping.noticeOthers(operation, body);
}

/** The probes by operation. Every shard asks the control operation, by which the others are understood. */
function probeGroups({ probes, shard }: Plan): readonly (readonly Probe[])[] {
  const groups = Map.groupBy(probes, ({ operation }) => operation);
  const controls = groups.get(control) ?? [];
  const mine = inShard([...groups.values()], shard).filter((group) => group !== controls);
  return controls.length === 0 ? mine : [controls, ...mine];
}
