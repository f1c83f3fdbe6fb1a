import type { ObjectSchema } from '../gen/tool-definition.ts';
import { findDefinition } from '../validate.ts';
import type { CompiledTool } from './compile-tool.ts';
import type { Dialect } from './dialect.ts';

/** What a model would send to say this input: the inverse of decoding, for examples in a prompt and for tests. */
export function encodeInput(
  compiled: CompiledTool,
  input: Readonly<Record<string, unknown>>,
  { absent }: Dialect,
): Record<string, unknown> {
  const { inputSchema } = findDefinition(compiled.tool);
  const full = absent === 'null' ? fillNulls(inputSchema, input) : input;
  if (compiled.envelope !== undefined) return { [compiled.envelope]: full };
  if (!compiled.implied) return { ...full };
  const { parameter } = compiled.implied;
  return Object.fromEntries(Object.entries(full).filter(([name]) => name !== parameter));
}

function fillNulls(
  { properties = {}, required = [] }: ObjectSchema,
  input: Readonly<Record<string, unknown>>,
) {
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  return { ...Object.fromEntries(optional.map((name) => [name, null])), ...input };
}
