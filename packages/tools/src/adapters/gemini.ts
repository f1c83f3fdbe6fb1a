import { geminiJsonSchema, geminiParameters } from '../dialects/dialect.ts';
import { createToolset, type ToolsetOptions } from '../dialects/toolset.ts';
import { type ProviderToolset, provide } from './provider-toolset.ts';

export type { ProviderToolset } from './provider-toolset.ts';

export interface GeminiOptions extends ToolsetOptions {
  /** `parametersJsonSchema` takes JSON Schema; `parameters` the provider's own schema type. */
  path?: 'parametersJsonSchema' | 'parameters';
}

/** An item of `tools[].functionDeclarations`. */
export interface GeminiFunctionDeclaration {
  name: string;
  description: string;
  parameters?: Record<string, unknown>;
  parametersJsonSchema?: Record<string, unknown>;
}

/** A `functionCall` part. */
export interface GeminiCall {
  id?: string;
  name?: string;
  args?: Record<string, unknown>;
}

export interface GeminiAnswer {
  functionResponse: { id?: string; name: string; response: Record<string, unknown> };
}

/** The tools as function declarations. */
export function gemini(
  options: GeminiOptions = {},
): ProviderToolset<GeminiFunctionDeclaration, GeminiCall, GeminiAnswer> {
  const { path = 'parametersJsonSchema', ...rest } = options;
  const toolset = createToolset(path === 'parameters' ? geminiParameters : geminiJsonSchema, rest);
  return provide(toolset, {
    tools: toolset.compiled.map(({ name, description, schema }) => ({
      name,
      description,
      // The provider refuses an object type without properties, and takes a function without parameters.
      ...(hasProperties(schema) && { [path]: structuredClone(schema) }),
    })),
    read: ({ id, name = '', args }) => ({ id, name, arguments: args }),
    answer: ({ id, name = '' }, answer) => ({
      functionResponse: { ...(id !== undefined && { id }), name, response: { ...answer } },
    }),
  });
}

function hasProperties({ properties }: { readonly properties?: unknown }): boolean {
  return Object.keys(Object(properties)).length > 0;
}
