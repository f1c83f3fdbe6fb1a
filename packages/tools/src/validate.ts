import { definitions, type ToolName } from './gen/definitions.ts';
import type { ToolInputs } from './gen/inputs.ts';
import type { ToolDefinition } from './gen/tool-definition.ts';
import { type Problem, validateInput } from './validate-input.ts';

export type Validation<T> = { ok: true; input: T } | { ok: false; problems: Problem[] };

type NamedDefinition = ToolDefinition & { readonly name: ToolName };

const byName: ReadonlyMap<string, NamedDefinition> = new Map(definitions.map((each) => [each.name, each]));

/**
 * Judges the input of a tool by its types, limits and conditional rules. Unknown keys pass.
 * @throws {TypeError} when there is no tool of this name.
 */
export function validate<Name extends ToolName>(name: Name, input: unknown): Validation<ToolInputs[Name]> {
  const problems = validateInput(findDefinition(name), input);
  // The checks cover everything that the generated type says.
  return problems.length > 0 ? { ok: false, problems } : { ok: true, input: input as ToolInputs[Name] };
}

/** @throws {TypeError} when there is no tool of this name. */
export function findDefinition(name: string): NamedDefinition {
  const definition = byName.get(name);
  if (!definition)
    throw new TypeError(`There is no tool ${name}. Use one of: ${[...byName.keys()].join(', ')}.`);
  return definition;
}

/** Whether this is the name of an integration tool. */
export function isToolName(name: string): name is ToolName {
  return byName.has(name);
}
