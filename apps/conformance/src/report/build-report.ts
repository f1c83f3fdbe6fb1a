import type { Deployment } from '../deployment/deployment.ts';
import type { Ending } from '../exchanges/ending.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { estimateRequests } from '../plan/estimate-requests.ts';
import type { Plan } from '../plan/plan.ts';
import type { Operation, Rule, Spec } from '../spec/spec.ts';
import { mistakesOf } from '../verdicts/mistakes.ts';
import type { Shrunk } from '../verdicts/smallest-case.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import { tellChanged } from '../verdicts/why-changed.ts';
import { tellCut } from '../verdicts/why-cut.ts';
import { applyWaivers } from '../waivers/apply-waivers.ts';
import { nameOfWaiver, type Waiver } from '../waivers/waiver.ts';
import { type Answers, type FirstBytes, medianOf, type TimesSpent } from './count-answers.ts';
import { killedMutantsOf } from './killed-mutants.ts';
import { programVersion } from './program-version.ts';
import type { Report, ReportedOperation } from './report.ts';
import { groupByCause, toReason, toReportedFinding } from './reported-findings.ts';
import { ruleAddress } from './rule-address.ts';
import { sayLeftOut, sayReason } from './sentences/say.ts';
import type { Sentences } from './sentences/sentences.ts';
import { type Gates, summarize } from './summarize.ts';
import type { ReportedTrouble } from './trouble-schema.ts';

export interface ReportInput extends Shrunk, Gates {
  readonly deployment: Pick<Deployment, 'name' | 'agentsUrl' | 'baseUrl' | 'connection'>;
  readonly plan: Plan;
  readonly verdicts: readonly Verdict[];
  /** Everything that was judged; a finding that can't be brought about again is shown by these. */
  readonly exchanges: readonly Exchange[];
  readonly spec: Spec;
  /** How often each operation answered what, in the whole run. */
  readonly answers: Answers;
  /** How soon each operation answered. */
  readonly firstBytes?: FirstBytes | undefined;
  /** How long its exchanges took. */
  readonly spent?: TimesSpent | undefined;
  /** What went wrong on the way; undefined where nothing did. */
  readonly trouble?: ReportedTrouble | undefined;
  /** The line of the interface document that holds a rule's sentence. */
  readonly lineOf: (text: string, section: string) => number;
  /** The options that name the target again, without any secret. */
  readonly targetOptions: string;
  /** Files that tell of the target, and the lines of its OpenAPI document by operation. */
  readonly files?: Report['target']['files'];
  readonly operationLines?: ReadonlyMap<string, number> | undefined;
  /** What the deployment calls the version that was judged, as far as that was told. */
  readonly targetVersion?: string | undefined;
  readonly requests: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly ended: Ending;
  /** What became of what the run made on the target; undefined of one that can't make anything. */
  readonly cleanUp?: {
    readonly removed: number;
    readonly leftovers: readonly Omit<Leftover, 'waiver'>[];
  };
  /** The words in which findings are told; English by default. */
  readonly sentences?: Sentences | undefined;
  /** What is accepted to be broken for a while. */
  readonly waivers?: readonly Waiver[] | undefined;
}

type Leftover = Report['cleanUp']['leftovers'][number];

/** Everything that is said of a run, in one document; every other form of report is made from it. */
export function buildReport(given: ReportInput): Report {
  const input = { ...given, verdicts: given.verdicts.map((verdict) => sayWhyUnseen(verdict, given)) };
  const { deployment, plan, verdicts, spec, startedAt } = input;
  const { name, agentsUrl, baseUrl } = deployment;
  const broken = groupByCause(verdicts);
  const { outcomes, covering } = applyWaivers({
    waivers: input.waivers ?? [],
    broken,
    leftovers: input.cleanUp?.leftovers ?? [],
    verdicts,
    rules: spec.rules,
    families: spec.resources.map(({ name }) => name),
    today: startedAt.toISOString().slice(0, 10),
    isWhole: plan.shard === undefined && input.ended === 'complete',
  });
  const mistakes = mistakesOf(
    broken.flatMap(({ findings }) => findings),
    spec.operations,
  );
  const unwaived = broken.filter((one) => covering(one) === undefined);
  const leftovers = (input.cleanUp?.leftovers ?? []).map((one): Leftover => {
    const waiver = covering(one);
    return waiver === undefined ? one : { ...one, waiver: toReason(waiver) };
  });
  return {
    schema: 'agent-workers-conformance-report/1',
    program: { version: programVersion(), contract: spec.version },
    startedAt: startedAt.toISOString(),
    target: {
      name,
      ...(agentsUrl === undefined ? {} : { agentsUrl }),
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(input.targetVersion === undefined ? {} : { version: input.targetVersion }),
      ...(input.files === undefined ? {} : { files: input.files }),
      options: input.targetOptions.trim(),
    },
    seed: plan.seed,
    ...(plan.shard === undefined ? {} : { shard: plan.shard }),
    summary: summarize({
      ...input,
      basisOf: (rule) => factsOf(rule, input).basis,
      unspecified: spec.unspecified.length,
      unwaived,
      waivers: outcomes,
      cleanUp: { leftovers },
    }),
    cleanUp: { removed: input.cleanUp?.removed ?? 0, leftovers },
    ...(input.trouble === undefined ? {} : { trouble: input.trouble }),
    findings: broken.map((one) =>
      toReportedFinding(one, covering(one), {
        ...input,
        mistakes,
        connection: deployment.connection,
        factsOf: (id) => factsOf(id, input),
      }),
    ),
    waivers: outcomes.map(({ waiver, state, message }) => ({
      names: nameOfWaiver(waiver),
      reason: waiver.reason,
      owner: waiver.owner,
      expires: waiver.expires,
      state,
      ...(message === undefined ? {} : { message }),
    })),
    rules: verdicts.map(({ rule, verdict, subjects, reason, responsible, moving }) => ({
      ...factsOf(rule, input),
      verdict,
      subjects,
      ...(reason === undefined ? {} : { reason: sayReason(reason, input.sentences) }),
      ...(moving === undefined
        ? {}
        : { moving: moving.map(({ operation, names }) => ({ operation, names: [...names] })) }),
      ...(responsible === undefined ? {} : { responsible }),
      killedMutants: [...killedMutantsOf(rule)],
    })),
    leftOut: plan.leftOut.map(({ id, why }) => ({
      ...factsOf(id, input),
      why: sayLeftOut(why, input.sentences),
    })),
    operations: spec.operations.map((operation) => toOperation(operation, input)),
  };
}

function sayWhyUnseen(verdict: Verdict, { ended, requests, plan, answers, trouble }: ReportInput): Verdict {
  const operations = plan.rules.find(({ id }) => id === verdict.rule)?.operations ?? [];
  const told = tellChanged(verdict, operations, trouble?.changes ?? []);
  if (ended === 'complete') return told;
  const planned = estimateRequests(plan);
  return tellCut(told, operations, { by: ended, requests, planned, isSent: (id) => answers.has(id) });
}

function factsOf(id: string, { plan, spec, lineOf }: ReportInput) {
  // The plan has a rule with the operations that were asked for.
  const isIt = (one: Rule): boolean => one.id === id;
  const rule = plan.rules.find(isIt) ?? spec.rules.find(isIt);
  const unknown = { basis: 'stated', section: '', text: '', operations: [], reading: undefined } as const;
  const { basis, section, text, operations, reading } = rule ?? unknown;
  // What stands as a rule in a report on contracts has no page.
  const page = spec.rules.some(isIt) ? ruleAddress(id) : undefined;
  const grounds = {
    basis,
    ...(reading === undefined ? {} : { reading }),
    ...(page === undefined ? {} : { page }),
  };
  return {
    id,
    ...grounds,
    section,
    line: lineOf(text, section),
    sentence: text,
    operations: [...operations],
  };
}

function toOperation(
  { id, api, method, path, statuses }: Operation,
  {
    answers,
    firstBytes,
    spent,
    operationLines,
  }: Pick<ReportInput, 'answers' | 'firstBytes' | 'spent' | 'operationLines'>,
): ReportedOperation {
  const times = firstBytes?.get(id) ?? [];
  const medianMs = medianOf(times);
  const line = operationLines?.get(id);
  const tookMs = spent?.get(id);
  const counts = [...(answers.get(id) ?? [])].map(([status, count]) => ({ status, count }));
  return {
    id,
    api,
    method,
    path,
    ...(line === undefined ? {} : { line }),
    documented: [...statuses],
    answers: counts.sort((a, b) => a.status - b.status),
    ...(tookMs === undefined ? {} : { tookMs: Math.round(tookMs * 1000) / 1000 }),
    ...(medianMs === undefined ? {} : { firstByte: { count: times.length, medianMs } }),
  };
}
