import type { Rule, Spec } from '../../src/spec/spec.ts';
import type { JudgedFinding } from '../../src/verdicts/verdict.ts';
import { type Trace, verdictOn } from '../helpers/trace.ts';
import type { Mutant } from '../mutants/mutant.ts';
import type { Drive, Driven } from './drive.ts';
import { minimiseBreaking, minimisePassing, type Recorded } from './minimise.ts';
import { stabilise } from './stabilise.ts';

/** The traces of a check, by the names of their files. */
export type CheckTraces = ReadonlyMap<string, Trace>;

/** A deployment to record, with every mutant or without one. */
export interface Recordable {
  readonly drive: Drive;
  /** What it recorded without a mutant, by all rules. */
  readonly plain: () => Promise<Driven>;
}

/** Records a check on the first deployment on which it both passes and finds something. */
export async function recordCheck(
  check: string,
  mutants: readonly Mutant[],
  { spec, deployments }: { readonly spec: Spec; readonly deployments: readonly Recordable[] },
): Promise<CheckTraces> {
  const rules = spec.rules.filter(({ checks = [] }) => checks.includes(check));
  let most: CheckTraces = new Map();
  for (const deployment of deployments) {
    const breaking = await recordBreaking(check, mutants, { spec, rules, deployment });
    const passing = recordPassing(check, breaking, { spec, rules, plain: await deployment.plain() });
    const traces = new Map([...(passing ? [['passes', passing] as const] : []), ...breaking]);
    if (passing && breaking.size > 0) return traces;
    if (traces.size > most.size) most = traces;
  }
  return most;
}

/**
 * One trace for each cause that the mutants bring about, of the first rule in which it shows. Another way to bring the
 * same cause about has one more: `breaks-more-records.2`.
 */
async function recordBreaking(
  check: string,
  mutants: readonly Mutant[],
  { spec, rules, deployment }: { spec: Spec; rules: readonly Rule[]; deployment: Recordable },
): Promise<Map<string, Trace>> {
  const traces = new Map<string, Trace>();
  for (const mutant of mutants) {
    const { wrap, breaks } = mutant;
    const driven = await deployment.drive(
      wrap,
      rules.map(({ id }) => id),
    );
    for (const { id } of rules) {
      const recorded = { check, rule: id, deployment: breaks, ...driven };
      const causes = Map.groupBy(verdictOn(recorded, spec).findings, ({ cause }) => cause);
      for (const [cause, findings] of causes) {
        const name = nameFor(`breaks-${cause.slice(check.length + 1)}`, mutant, traces);
        const trace = traces.get(name) ?? traceOfOne(recorded, findings, spec);
        if (trace) traces.set(name, trace);
      }
    }
  }
  return traces;
}

function nameFor(plain: string, { way, breaks }: Mutant, traces: CheckTraces): string {
  const earlier = traces.get(plain);
  return way === undefined || earlier === undefined || earlier.deployment === breaks
    ? plain
    : `${plain}.${way}`;
}

/** So many findings are tried for one that comes without others. */
const mostTried = 8;

/** Rather of a finding that comes without those of another cause. */
function traceOfOne(recorded: Recorded, findings: readonly JudgedFinding[], spec: Spec): Trace | undefined {
  let first: Trace | undefined;
  for (const found of findings.slice(0, mostTried)) {
    const trace = stabilise(minimiseBreaking(recorded, found, spec), spec);
    if (trace.expect.causes.length === 1) return trace;
    first ??= trace;
  }
  return first;
}

/** Rather by a rule that another trace breaks. */
function recordPassing(
  check: string,
  breaking: ReadonlyMap<string, Trace>,
  { spec, rules, plain }: { spec: Spec; rules: readonly Rule[]; plain: Driven },
): Trace | undefined {
  const broken = [...breaking.values()].map((trace) => ({ rule: trace.rule, exchanges: trace.exchanges }));
  const others = rules.map(({ id }) => ({ rule: id, exchanges: [] }));
  for (const { rule, exchanges } of [...broken, ...others]) {
    const recorded = { check, rule, deployment: 'keeps every rule', ...plain };
    const fewest = minimisePassing(recorded, exchanges, spec);
    if (fewest) return stabilise(fewest, spec);
  }
  return undefined;
}
