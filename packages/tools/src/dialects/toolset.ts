import { definitions, type ToolName } from '../gen/definitions.ts';
import { findDefinition } from '../validate.ts';
import { type CompiledTool, compileTool } from './compile-tool.ts';
import { type Decoded, type DecodeOptions, decodeArguments } from './decode-arguments.ts';
import type { Carry, Dialect } from './dialect.ts';
import { encodeInput } from './encode-input.ts';
import { type FidelityLine, judgeFidelity } from './judge-fidelity.ts';

export interface ToolsetOptions {
  /** The tools to offer; all 15 by default. */
  tools?: readonly ToolName[];
  /** How conditional rules travel; each dialect has its default. */
  carry?: Carry;
}

/** A call as every provider gives it, its own wrapping aside. */
export interface ModelCall {
  name: string;
  /** An object, or JSON text of it. */
  arguments: unknown;
}

/** The tools in one dialect, the way back from it, and what became of each fact on the way. */
export interface Toolset {
  readonly dialect: Dialect;
  readonly compiled: readonly CompiledTool[];
  readonly fidelity: readonly FidelityLine[];
  /** The call in the words of the manifest, or what to repair. Never throws on what a model sent. */
  decode(call: ModelCall, options?: DecodeOptions): Decoded;
  /** What a model would send for this input; undefined where the dialect has no way to say it. */
  encode(tool: ToolName, input: Readonly<Record<string, unknown>>): ModelCall | undefined;
}

/** @throws {TypeError} on an unknown tool, or a carry that the dialect refuses. */
export function createToolset(dialect: Dialect, { tools, carry }: ToolsetOptions = {}): Toolset {
  const chosen = (tools ?? definitions.map(({ name }) => name)).map(findDefinition);
  const groups = chosen.map((definition) => ({ definition, tools: compileTool(definition, dialect, carry) }));
  const compiled = groups.flatMap((group) => group.tools);
  return {
    dialect,
    compiled,
    fidelity: groups.flatMap((group) => judgeFidelity(group.definition, group.tools)),
    decode: (call, options) => decodeCall(compiled, call, options),
    encode(tool, input) {
      const found = compiled.find((each) => each.tool === tool && implies(each, input));
      return found && { name: found.name, arguments: encodeInput(found, input, dialect) };
    },
  };
}

function implies({ implied }: CompiledTool, input: Readonly<Record<string, unknown>>): boolean {
  return !implied || input[implied.parameter] === implied.value;
}

function decodeCall(compiled: readonly CompiledTool[], call: ModelCall, options?: DecodeOptions): Decoded {
  const tool = compiled.find(({ name }) => name === call.name);
  if (!tool)
    return refuse(
      `There is no tool ${call.name}. Use one of: ${compiled.map(({ name }) => name).join(', ')}.`,
    );
  const sent = readArguments(call.arguments);
  return sent.ok ? decodeArguments(tool, sent.value, options) : { ...refuse(sent.message), tool: tool.tool };
}

function refuse(message: string) {
  return { ok: false as const, problems: [{ path: '', message }], journal: [] };
}

/** Some models send no text at all for a tool without parameters. */
function readArguments(sent: unknown): { ok: true; value: unknown } | { ok: false; message: string } {
  if (sent === undefined || sent === null || sent === '') return { ok: true, value: {} };
  if (typeof sent !== 'string') return { ok: true, value: sent };
  try {
    return { ok: true, value: JSON.parse(sent) };
  } catch {
    return { ok: false, message: 'The arguments must be one JSON object' };
  }
}
