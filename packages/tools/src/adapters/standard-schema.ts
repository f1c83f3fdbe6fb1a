import type { JsonSchema } from '../dialects/compile-schema.ts';
import { type DialectName, findDialect } from '../dialects/dialect.ts';
import { createToolset, type Toolset, type ToolsetOptions } from '../dialects/toolset.ts';
import type { ToolName } from '../gen/definitions.ts';

/** Standard Schema 1 with JSON Schema, as its specification has it. */
export interface ToolStandardSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'agent-workers';
    readonly validate: (value: unknown) => StandardResult;
    readonly jsonSchema: {
      readonly input: (options: { readonly target: string }) => Record<string, unknown>;
      readonly output: (options: { readonly target: string }) => Record<string, unknown>;
    };
    readonly types?: { readonly input: Record<string, unknown>; readonly output: Record<string, unknown> };
  };
}

export type StandardResult =
  | { readonly value: Record<string, unknown>; readonly issues?: undefined }
  | {
      readonly issues: readonly { readonly message: string; readonly path?: readonly (string | number)[] }[];
    };

export interface StandardSchemaOptions extends ToolsetOptions {
  /** Whose schema to show: who consumes a Standard Schema never says for which provider. */
  dialect?: DialectName;
}

/** A Standard Schema of every tool, by the name that the model calls. Its output is the canonical input. */
export function standardSchemas(options: StandardSchemaOptions = {}): Record<string, ToolStandardSchema> {
  const { dialect = 'canonical', ...rest } = options;
  const toolset = createToolset(findDialect(dialect), rest);
  return Object.fromEntries(
    toolset.compiled.map(({ name, schema }) => [name, standardSchema({ name, schema }, toolset)]),
  );
}

/** The Standard Schema of one tool. @throws {TypeError} on an unknown tool, or one that the options split. */
export function standardSchemaOf(tool: ToolName, options: StandardSchemaOptions = {}): ToolStandardSchema {
  const found = standardSchemas({ ...options, tools: [tool] })[tool];
  if (!found) throw new TypeError(`${tool} is split here. Take its parts from standardSchemas.`);
  return found;
}

export function standardSchema(
  { name, schema }: { name: string; schema: JsonSchema },
  toolset: Toolset,
): ToolStandardSchema {
  // What we use of JSON Schema means the same in every draft that may be asked for.
  const show = () => structuredClone(schema) as Record<string, unknown>;
  return {
    '~standard': {
      version: 1,
      vendor: 'agent-workers',
      validate: (value) => judge(toolset, { name, arguments: value ?? null }),
      jsonSchema: { input: show, output: show },
    },
  };
}

function judge(toolset: Toolset, call: { name: string; arguments: unknown }): StandardResult {
  const decoded = toolset.decode(call);
  if (decoded.ok) return { value: { ...decoded.input } };
  return { issues: decoded.problems.map(({ path, message }) => ({ message, path: pathKeys(path) })) };
}

/** `items[0].text` as its keys. */
function pathKeys(path: string): (string | number)[] {
  return path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}
