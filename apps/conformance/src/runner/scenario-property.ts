import * as fc from 'fast-check';
import { examplesOf } from '../cases/draw-steps.ts';
import type { Step } from '../cases/scenario.ts';
import { scenarioArbitrary } from '../cases/scenario-arbitrary.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { DrawOrigin } from '../plan/origin.ts';
import type { Plan } from '../plan/plan.ts';
import { judge } from '../verdicts/judge.ts';
import type { SmallestScenario } from '../verdicts/smallest-case.ts';
import { backgroundOf, toRecording } from '../verdicts/to-recording.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import type { Driver } from './driver.ts';

export interface SearchOptions {
  readonly plan: Plan;
  readonly driver: Driver;
  readonly signal: AbortSignal;
  /** How long shrinking one finding may take, in ms. */
  readonly shrinkMs: number;
  /** Called with every scenario that was driven. */
  readonly onDriven?: ((driven: DrivenScenario) => void) | undefined;
}

export interface Search extends DrawOrigin {
  readonly rule: string;
  /** Which of the rule's findings is looked for, where there are several. */
  readonly cause?: string | undefined;
  readonly shrink: boolean;
}

type Smallest = Pick<SmallestScenario, 'steps' | 'exchanges' | 'finding'>;

/** A scenario that was driven, and what its exchanges alone say of the rule. */
export interface DrivenScenario {
  readonly steps: readonly Step[];
  readonly exchanges: readonly Exchange[];
  readonly verdict: Verdict | undefined;
}

interface State {
  /** Whether something was not tried, since the time was up. */
  isCut: boolean;
  tries: number;
  since: number;
  smallest: Smallest | undefined;
}

/** Drives the scenario of an origin, and smaller ones as long as they break the rule. */
export async function searchForFinding(
  search: Search,
  options: SearchOptions,
): Promise<SmallestScenario | undefined> {
  const { seed, path, rule, shrink } = search;
  const { plan } = options;
  const state: State = { isCut: false, tries: 0, since: Number.POSITIVE_INFINITY, smallest: undefined };
  const property = fc.asyncProperty(scenarioArbitrary(plan.messages), (steps) =>
    tryScenario(steps, state, search, options),
  );
  const details = await fc.check(property, {
    seed,
    path,
    numRuns: 1,
    endOnFailure: !shrink,
    examples: examplesOf(plan),
  });
  if (state.smallest === undefined) return undefined;
  const isSmallest = shrink && !state.isCut;
  return {
    kind: 'scenario',
    isSmallest,
    rule,
    seed,
    path: details.counterexamplePath ?? path,
    ...state.smallest,
  };
}

/** Returns whether the scenario keeps the rule; fast-check takes false for a failure. */
async function tryScenario(
  steps: readonly Step[],
  state: State,
  { seed, path, rule, cause }: Search,
  { plan, driver, signal, shrinkMs, onDriven }: SearchOptions,
): Promise<boolean> {
  if (signal.aborted || performance.now() - state.since > shrinkMs) {
    state.isCut = true;
    return true;
  }
  state.tries += 1;
  const exchanges = await driver.drive({ id: rule, seed, path, round: state.tries, steps }, 'shrink');
  const recording = toRecording(exchanges, backgroundOf(plan, []));
  const wanted = plan.rules.filter((one) => one.id === rule);
  const [verdict] = judge(recording, wanted);
  onDriven?.({ steps, exchanges, verdict });
  const findings = verdict?.verdict === 'failed' ? verdict.findings : [];
  const finding = findings.find((one) => one.cause === cause) ?? findings[0];
  if (finding === undefined) return true;
  if (state.smallest === undefined) state.since = performance.now();
  state.smallest = { steps, exchanges, finding };
  return false;
}
