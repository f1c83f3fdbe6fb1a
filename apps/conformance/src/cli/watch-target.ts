import { randomBytes } from 'node:crypto';
import { loadDeclaration } from '../deployment/declaration/load-declaration.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { loadFieldMapping } from '../deployment/field-mapping/load-field-mapping.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Plan } from '../plan/plan.ts';
import { type AnswerCount, countAnswers } from '../report/count-answers.ts';
import { countTrouble, type TroubleCount } from '../report/count-trouble.ts';
import type { Results } from '../results/write-results.ts';
import type { Spec } from '../spec/spec.ts';
import { planTraffic } from '../traffic/plan-traffic.ts';
import type { Redaction } from '../traffic/redaction.ts';
import { createTrafficWatch, type TrafficWatch } from '../traffic/watch-traffic.ts';

interface Watching {
  readonly spec: Spec;
  readonly deployment: Deployment;
  /** The results folder to write to, if one is wanted. */
  readonly folder: string | undefined;
  /** The options by which a printed command reaches the same target. */
  readonly targetOptions: string;
  /** What is taken out before anything is judged or recorded. */
  readonly redaction: Redaction;
  /** False where the traffic is only recorded; true by default. */
  readonly judges?: boolean;
  /** The bases by which a broken rule counts, where that is told. */
  readonly failOn?: Plan['failOn'];
}

/** What watches the traffic of a target, and what a report of it needs. */
export interface WatchedTarget {
  readonly watch: TrafficWatch;
  readonly deployment: Deployment;
  readonly plan: Plan;
  readonly spec: Spec;
  readonly results: Results | undefined;
  readonly targetOptions: string;
  readonly answers: Omit<AnswerCount, 'count'>;
  readonly trouble: TroubleCount['trouble'];
}

/** Plans the judging of a target's traffic; what is then seen is counted and written as it comes. */
export async function watchTarget({
  spec,
  deployment,
  folder,
  targetOptions,
  redaction,
  judges,
  failOn,
}: Watching): Promise<WatchedTarget> {
  const declaration = await loadDeclaration(deployment, spec.operations);
  const plan = planTraffic(spec, deployment, declaration, {
    shapesOnly: redaction === 'all-values',
    failOn,
  });
  const results = folder === undefined ? undefined : await openFolder(folder, { spec, plan, deployment });
  const { count, ...answers } = countAnswers();
  const { count: countIfTrouble, trouble } = countTrouble();
  const watch = createTrafficWatch({
    spec,
    plan,
    deployment,
    fieldMapping: await loadFieldMapping(deployment, spec.operations),
    key: randomBytes(32),
    redaction,
    judges,
    record: (exchange) => {
      count(exchange);
      countIfTrouble(withoutDoubt(exchange));
      results?.record(exchange);
    },
  });
  return { watch, deployment, plan, spec, results, targetOptions, answers, trouble };
}

/** What broke off may have been given up by who asked, or captured in part: that is no trouble of the target. */
function withoutDoubt({ transportError, ...exchange }: Exchange): Exchange {
  return transportError?.kind === 'broken' ? exchange : { ...exchange, transportError };
}

/** What knows all files of a folder takes memory that one without a folder has a use for. */
async function openFolder(
  folder: string,
  { spec, plan, deployment }: Pick<WatchedTarget, 'spec' | 'plan' | 'deployment'>,
): Promise<Results> {
  const { openResults } = await import('../results/write-results.ts');
  const { inputsOf } = await import('./run-inputs.ts');
  const results = await openResults(folder);
  results.planned(plan, await inputsOf(deployment, spec));
  return results;
}
