import { type DialectName, dialects, findDialect } from '../dialects/dialect.ts';
import type { FidelityLine } from '../dialects/judge-fidelity.ts';
import { createToolset, type ToolsetOptions } from '../dialects/toolset.ts';
import { definitions, type ToolName } from '../gen/definitions.ts';
import { toolExamples } from '../gen/examples.ts';
import type { ToolDefinition, ToolExamples } from '../gen/tool-definition.ts';
import { type ToolEffects, toolEffects } from '../operations/tool-effects.ts';

/** One tool with everything that we know of it. */
export interface ManifestTool extends ToolDefinition, ToolExamples {
  name: ToolName;
  /** Ours: the interface says them in the purpose only. */
  effects: ToolEffects;
}

/** The manifest as data, for programs in any language. The package holds it as `json/manifest.json`. */
export function manifestJson(): { catalog: 'NOTIFIER'; tools: ManifestTool[] } {
  const tools = definitions.map((each) => ({
    ...each,
    ...toolExamples[each.name],
    effects: toolEffects[each.name],
  }));
  return { catalog: 'NOTIFIER', tools };
}

/** Name, description and schema of each tool in a dialect; the package holds one file of these per dialect. */
export function dialectJson(dialect: DialectName, options: ToolsetOptions = {}) {
  const { compiled } = createToolset(findDialect(dialect), options);
  return compiled.map(({ name, tool, description, schema, envelope, implied }) => ({
    name,
    tool,
    description,
    schema,
    ...(envelope !== undefined && { envelope }),
    ...(implied && { implied }),
  }));
}

/** What became of each fact of each tool, by dialect; the package holds it as `json/fidelity.json`. */
export function fidelityJson(): Record<string, readonly FidelityLine[]> {
  const reports = Object.entries(dialects).map(([name, dialect]) => [name, createToolset(dialect).fidelity]);
  return Object.fromEntries(reports);
}
