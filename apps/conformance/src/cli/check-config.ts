import { loadDeclaration } from '../deployment/declaration/load-declaration.ts';
import { UsageError } from '../deployment/errors.ts';
import { loadFieldMapping } from '../deployment/field-mapping/load-field-mapping.ts';
import { findDeployment } from '../deployment/find-deployment.ts';
import { findNeeds, type Needs } from '../plan/unmet-needs.ts';
import { describeNeeds } from '../report/config/describe-needs.ts';
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
  const declaration = await loadDeclaration(deployment, spec.operations);
  // What a run refuses of bindings and document is refused here as well.
  await loadFieldMapping(deployment, spec.operations);
  const needs = findNeeds(spec, deployment, { checks: allChecks, declaration });
  terminal.out(
    values.json
      ? `${JSON.stringify(toDocument(config, needs), null, 2)}\n`
      : `${printableText(describeNeeds(config, needs))}\n`,
  );
  return 0;
}

function toDocument(config: string, { canBeJudged, unmet, untold }: Needs) {
  const all = unmet.reduce((sum, { rules }) => sum + rules.length, canBeJudged);
  return { config, rules: { all, canBeJudged }, needs: unmet, untold };
}
