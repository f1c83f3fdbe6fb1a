import type { ToolName } from '../gen/definitions.ts';
import type { ToolInputs } from '../gen/inputs.ts';
import type { ObjectSchema } from '../gen/tool-definition.ts';
import { findDefinition, validate } from '../validate.ts';
import type { Problem } from '../validate-input.ts';
import { type Coercion, coerce } from './coerce.ts';
import type { CompiledTool } from './compile-tool.ts';

export interface DecodeOptions {
  /** Reads numbers, booleans and lists that came as text; every change is in the journal. Off by default. */
  coerce?: boolean;
}

/** A call in the words of the manifest, valid or with its problems. */
export type Decoded =
  | { [Name in ToolName]: { ok: true; tool: Name; input: ToolInputs[Name]; journal: Coercion[] } }[ToolName]
  | { ok: false; tool?: ToolName; problems: Problem[]; journal: Coercion[] };

/** Undoes what compiling did (wrapper, implied property, null for absent), then judges the input as canonical. */
export function decodeArguments(compiled: CompiledTool, sent: unknown, options: DecodeOptions = {}): Decoded {
  const definition = findDefinition(compiled.tool);
  const plain = dropNulls(definition.inputSchema, unwrap(compiled, sent));
  const asSent = judge(compiled.tool, plain, []);
  if (asSent.ok || !options.coerce) return asSent;
  const { input, journal } = coerce(definition, plain);
  const coerced = judge(compiled.tool, input, journal);
  // A repair must start from what the model sent.
  return coerced.ok ? coerced : asSent;
}

function judge<Name extends ToolName>(tool: Name, plain: unknown, journal: Coercion[]): Decoded {
  const judged = validate(tool, plain);
  if (!judged.ok) return { ok: false, tool, problems: judged.problems, journal };
  // The compiler can't see that tool and input belong together for whichever name this is.
  return { ok: true, tool, input: judged.input, journal } as Decoded;
}

function unwrap({ envelope, implied }: CompiledTool, sent: unknown): unknown {
  if (!isObject(sent)) return sent;
  if (implied) return { ...sent, [implied.parameter]: implied.value };
  // Some models leave a wrapper out; the manifest has no parameter of its name.
  return envelope !== undefined && Object.hasOwn(sent, envelope) ? sent[envelope] : sent;
}

/** No parameter takes null, so it can only mean "absent". False, zero and blank stay: they all mean something. */
function dropNulls({ properties = {} }: ObjectSchema, value: unknown): unknown {
  if (!isObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    if (!Object.hasOwn(properties, name)) return [[name, member]];
    if (member === null) return [];
    const items = properties[name]?.items;
    return [[name, items && Array.isArray(member) ? member.map((item) => dropNulls(items, item)) : member]];
  });
  return Object.fromEntries(members);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
