import { type Exchange, mutationKeyOf } from '../exchanges/exchange.ts';
import type { Plan } from '../plan/plan.ts';
import type { Operation } from '../spec/spec.ts';
import type {
  SmallestCase,
  SmallestRequests,
  SmallestScenario,
  SmallestSequence,
} from '../verdicts/smallest-case.ts';
import type { JudgedFinding } from '../verdicts/verdict.ts';
import { curlScript } from './curl-script.ts';
import { curlSequence } from './curl-sequence.ts';
import { describeCall } from './describe-call.ts';
import { describeProbes } from './describe-probe.ts';
import { describeSteps } from './describe-step.ts';
import type { ReportedFinding } from './report.ts';
import type { SentCall } from './sent-calls.ts';
import { sayMutation } from './sentences/say.ts';
import type { Sentences } from './sentences/sentences.ts';

/** A case as a report shows it. */
export interface PresentedCase extends Pick<ReportedFinding, 'steps' | 'curl' | 'origin'> {
  /** What went over the wire, as far as it matters. */
  readonly exchanges: readonly Exchange[];
  /** The options by which `replay` brings it about again. */
  readonly options: string;
}

export interface Presentation {
  readonly operations: readonly Operation[];
  /** How the sequences of the run were made. */
  readonly plan: Pick<Plan, 'seed' | 'budget'>;
  /** English by default. */
  readonly sentences?: Sentences | undefined;
}

export function presentCase(small: SmallestCase, presentation: Presentation): PresentedCase {
  switch (small.kind) {
    case 'scenario':
      return presentScenario(small);
    case 'sequence':
      return presentSequence(small, presentation);
    case 'requests':
      return presentRequests(small, presentation);
  }
}

function presentScenario({ steps, exchanges, finding, seed, path }: SmallestScenario): PresentedCase {
  return {
    steps: describeSteps(steps),
    curl: curlScript(steps, exchanges, finding),
    origin: { seed, path },
    exchanges: exchanges.filter(({ id }) => finding.exchanges.includes(id)),
    options: ` --seed ${seed} --path ${path}`,
  };
}

/** Nothing about single requests is random: the rule says all. */
function presentRequests(
  { exchanges, finding }: SmallestRequests,
  { plan, sentences }: Presentation,
): PresentedCase {
  return {
    steps: describeProbes(exchanges, sentences),
    curl: curlScript([], exchanges, finding),
    origin: {},
    exchanges,
    options: budgetOption(plan),
  };
}

function presentSequence(small: SmallestSequence, presentation: Presentation): PresentedCase {
  const { operations, plan, sentences } = presentation;
  const { calls, exchanges, sequence, kept, finding } = small;
  const own = exchanges.filter((one) => isCall(one) || finding.exchanges.includes(one.id));
  const byStep = Map.groupBy(own, ({ origin }) => origin.step);
  const sent = [...byStep]
    .sort(([a], [b]) => a - b)
    .flatMap(([step, [first, ...rest]]): SentCall[] => {
      const call = calls[step - 1];
      if (first === undefined || call === undefined) return [];
      const words = `${describeCall(step, { calls, operations, sentences })}${mutationsIn([first, ...rest], sentences)}`;
      return [{ call, words, exchanges: [first, ...rest] }];
    });
  return {
    steps: sent.map(({ words }) => words),
    curl: curlSequence(sent, finding),
    origin: { sequence, ...(kept === undefined ? {} : { calls: kept }) },
    exchanges: sent.flatMap((one) => telling(one.exchanges, finding)),
    options: `${sequenceOption(small)}${kept === undefined ? '' : ` --calls ${kept}`}${seedOption(small, plan)}${budgetOption(plan)}`,
  };
}

/** What is sent after the call has succeeded. */
function mutationsIn(exchanges: readonly Exchange[], sentences: Sentences | undefined): string {
  const again = exchanges.filter(({ origin }) => origin.attempt !== 1);
  const mutations = new Map(again.map((one) => [mutationKeyOf(one), one.intent?.mutation]));
  const [first, ...others] = [...mutations.values()].filter((one) => one !== undefined);
  if (first === undefined) return '';
  return others.length === 0
    ? `, then ${sayMutation(first, sentences)}`
    : `, then with ${others.length + 1} mutations, one at a time`;
}

function sequenceOption({ sequence, drawn }: SmallestSequence): string {
  return drawn === undefined ? ` --sequence ${sequence}` : ` --sequence drawn --number ${drawn.number}`;
}

/** Some sequences and some mutations are drawn at random. */
function seedOption({ kept, drawn }: SmallestSequence, { seed }: Presentation['plan']): string {
  return drawn !== undefined || kept === undefined || kept.includes('v') ? ` --seed ${seed}` : '';
}

function budgetOption({ budget = 'quick' }: Presentation['plan']): string {
  return budget === 'quick' ? '' : ` --budget ${budget}`;
}

/** Reading requests that only find out a name are no calls of the sequence. */
function isCall({ intent }: Exchange): boolean {
  return intent?.kind !== 'name-trial';
}

/** Of what is sent many times, the first and the last time show what became of it, and those that break the rule. */
function telling(exchanges: readonly Exchange[], finding: JudgedFinding): readonly Exchange[] {
  if (exchanges.length <= 4) return exchanges;
  const ends = [exchanges[0], exchanges.at(-1)];
  return exchanges.filter((one) => ends.includes(one) || finding.exchanges.includes(one.id));
}
