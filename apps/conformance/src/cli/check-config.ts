import { loadDeclaration } from '../deployment/declaration/load-declaration.ts';
import { UsageError } from '../deployment/errors.ts';
import { findDeployment } from '../deployment/find-deployment.ts';
import { makePlan } from '../plan/make-plan.ts';
import { type UnmetNeed, unmetNeeds } from '../plan/unmet-needs.ts';
import { counted } from '../report/headline.ts';
import { printableText } from '../report/printable.ts';
import { loadSpec } from '../spec/load-spec.ts';
import { allChecks } from '../verdicts/checks/all-checks.ts';
import { parseOptions } from './options/parse-options.ts';
import { toTargetOptions } from './target-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/**
 * `agent-conformance check-config`: whether a config is valid, how many rules it lets a run judge, and what each key that
 * it lacks would buy. Nothing is sent but for the deployment's OpenAPI document.
 */
export async function checkConfigCommand(
  args: readonly string[],
  terminal: TerminalStreams,
): Promise<number> {
  const values = parseOptions('check-config', args);
  const { config } = values;
  if (config === undefined) throw new UsageError('check-config needs --config FILE.');
  const spec = await loadSpec();
  const { deployment } = await findDeployment(toTargetOptions(values), terminal.environment);
  const plan = makePlan(spec, deployment, {
    checks: allChecks,
    declaration: await loadDeclaration(deployment, spec.operations),
    seed: 0,
    drawn: 1,
    selection: { rules: [], operations: [], families: [] },
  });
  const needs = unmetNeeds(plan, spec);
  const unmet = needs.reduce((sum, { rules }) => sum + rules.length, 0);
  const can = plan.rules.filter(({ missing }) => missing === undefined).length;
  const told = { config, rules: { all: can + unmet, canBeJudged: can }, needs };
  terminal.out(values.json ? `${JSON.stringify(told, null, 2)}\n` : `${describe(told)}\n`);
  return 0;
}

interface Told {
  readonly config: string;
  readonly rules: { readonly all: number; readonly canBeJudged: number };
  readonly needs: readonly UnmetNeed[];
}

function describe({ config, rules, needs }: Told): string {
  const width = Math.max(0, ...needs.map((need) => counted(need.rules.length, 'rule').length));
  const lines = needs.map(
    ({ what, rules: some }) => `  ${counted(some.length, 'rule').padStart(width)}  ${what}`,
  );
  return printableText(
    [
      `${config} is a deployment config. It lets a run judge ${rules.canBeJudged} of ${counted(rules.all, 'rule')}.`,
      ...(lines.length === 0 ? [] : ['What it lacks, by how many rules that would buy:', ...lines]),
    ].join('\n'),
  );
}
