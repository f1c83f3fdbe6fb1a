import * as fc from 'fast-check';
import { wordedKinds } from '../cases/message-text.ts';
import type { Step } from '../cases/scenario.ts';
import { scenarioArbitrary } from '../cases/scenario-arbitrary.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Plan } from '../plan/plan.ts';
import { judge } from '../verdicts/judge.ts';
import type { SmallestCase } from '../verdicts/smallest-case.ts';
import { toRecording } from '../verdicts/to-recording.ts';
import type { Driver } from './driver.ts';
import { unjudged } from './judged-exchanges.ts';

export interface SearchOptions {
  readonly plan: Plan;
  readonly deployment: Deployment;
  readonly driver: Driver;
  readonly signal: AbortSignal;
  /** How long shrinking one finding may take, in ms. */
  readonly shrinkMs: number;
}

export interface Search {
  readonly seed: number;
  /** Where fast-check begins: a scenario's number, the written ones first, and after it the way it shrank. */
  readonly path: string;
  /** How many scenarios from there on are driven. */
  readonly numRuns: number;
  readonly shrink: boolean;
  /** Whether the first try of a scenario counts for the verdicts; what shrinking sends never does. */
  readonly counts: boolean;
  /** Whether a broken rule is worth stopping for. */
  readonly isNews: (rule: string) => boolean;
  readonly onNews: (rule: string) => void;
  readonly onScenario: (exchanges: readonly Exchange[]) => void;
}

/** The first rule to be broken decides what is shrunk: the search then looks at that one only. */
interface Focus {
  rule: string;
  readonly since: number;
  smallest: Pick<SmallestCase, 'steps' | 'exchanges' | 'finding'>;
}

/** Drives written and drawn scenarios until one breaks a rule that is news, and shrinks it. */
export async function searchForFinding(
  search: Search,
  options: SearchOptions,
): Promise<SmallestCase | undefined> {
  const { plan, deployment } = options;
  const state: { focus: Focus | undefined; tries: number } = { focus: undefined, tries: 0 };
  const property = fc.asyncProperty(scenarioArbitrary(wordedKinds(deployment.fixtures)), (steps) =>
    tryScenario(steps, state, search, options),
  );
  const details = await fc.check(property, {
    seed: search.seed,
    path: search.path,
    numRuns: search.numRuns,
    endOnFailure: !search.shrink,
    examples: plan.scenarios.map(({ steps }): [readonly Step[]] => [steps]),
  });
  if (state.focus === undefined) return undefined;
  const { rule, smallest } = state.focus;
  return { rule, seed: search.seed, path: details.counterexamplePath ?? search.path, ...smallest };
}

/** Returns whether the scenario keeps every rule in question; fast-check takes false for a failure. */
async function tryScenario(
  steps: readonly Step[],
  state: { focus: Focus | undefined; tries: number },
  search: Search,
  options: SearchOptions,
): Promise<boolean> {
  const { focus } = state;
  const outOfTime = focus !== undefined && performance.now() - focus.since > options.shrinkMs;
  if (options.signal.aborted || outOfTime) return true;
  state.tries += 1;
  const kind = focus === undefined && search.counts ? 'drawn' : unjudged.smaller;
  const id = `${kind}/${search.seed}/${search.path}/${state.tries}`;
  const exchanges = await options.driver.drive({ id, steps });
  if (focus === undefined) search.onScenario(exchanges);
  const wanted = options.plan.rules.filter(({ id }) => focus === undefined || id === focus.rule);
  const recording = toRecording(exchanges, { toolCall: options.plan.toolCall, operations: [] });
  const broken = judge(recording, wanted).find(
    (verdict) => verdict.verdict === 'failed' && (focus !== undefined || search.isNews(verdict.rule)),
  );
  const finding = broken?.findings[0];
  if (broken === undefined || finding === undefined) return true;
  if (focus === undefined) search.onNews(broken.rule);
  const since = focus?.since ?? performance.now();
  state.focus = { rule: broken.rule, since, smallest: { steps, exchanges, finding } };
  return false;
}
