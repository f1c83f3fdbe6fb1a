export type { Coercion } from './coerce.ts';
export type { JsonSchema } from './compile-schema.ts';
export type { CompiledTool } from './compile-tool.ts';
export type { Decoded, DecodeOptions } from './decode-arguments.ts';
export { type Carry, type Dialect, type DialectName, dialects } from './dialect.ts';
export type { Fate, FidelityLine } from './judge-fidelity.ts';
export { lintTool } from './lint-tool.ts';
export type { Fact } from './list-facts.ts';
export { createToolset, type ModelCall, type Toolset, type ToolsetOptions } from './toolset.ts';
