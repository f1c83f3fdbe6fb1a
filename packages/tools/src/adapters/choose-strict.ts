import { anthropic, anthropicStrict } from '../dialects/dialect.ts';
import { createToolset, type Toolset, type ToolsetOptions } from '../dialects/toolset.ts';
import type { ToolName } from '../gen/definitions.ts';
import { planStrict, type RequestTool } from './plan-strict.ts';

/** Which tools of a request are strict, where the provider counts them. */
export interface StrictOptions {
  /**
   * Which tools the provider holds to their schemas: `fit` as many as a request has room for, `true` all of them (of the 15
   * that makes 30 optional parameters, and a request has room for 24), or those that are named, such as
   * `planStrict(…).strict`; a name that isn't one of these tools is passed over.
   */
  strict?: boolean | 'fit' | readonly string[];
  /** Your own tools of the same request; the strict ones among them take their part of the budget. */
  beside?: readonly RequestTool[];
}

/** Tools of which some are strict. */
export interface StrictToolset {
  toolset: Toolset;
  isStrict(tool: ToolName): boolean;
}

/** Strict and other tools of one request to Anthropic, each written in its dialect, and decoded alike. */
export function chooseStrict({
  strict = false,
  beside = [],
  ...options
}: ToolsetOptions & StrictOptions): StrictToolset {
  const chosen = strict === 'fit' ? fitting(options, beside) : strict;
  const isStrict = (name: ToolName) => (typeof chosen === 'boolean' ? chosen : chosen.includes(name));
  return { toolset: mergedToolset(options, isStrict), isStrict };
}

/** The tools for which there is room beside those that are strict already. A tool that is split fits as a whole or not. */
function fitting(options: ToolsetOptions, beside: readonly RequestTool[]): ToolName[] {
  const { compiled } = createToolset(anthropicStrict, options);
  const { loose } = planStrict([
    ...beside.filter((tool) => tool.strict === true),
    ...compiled.map(({ name, schema }) => ({ name, input_schema: schema })),
  ]);
  const left = new Set(loose.map(({ name }) => name));
  const without = compiled.filter(({ name }) => left.has(name)).map(({ tool }) => tool);
  return compiled.map(({ tool }) => tool).filter((tool) => !without.includes(tool));
}

/** Strict and other tools of one request are written in different dialects, and decoded alike. */
function mergedToolset(options: ToolsetOptions, isStrict: (name: ToolName) => boolean): Toolset {
  const all = createToolset(anthropic, options);
  const names = [...new Set(all.compiled.map(({ tool }) => tool))].filter(isStrict);
  const strict = createToolset(anthropicStrict, { ...options, tools: names });
  const pick = <T extends { tool: ToolName }>(plain: readonly T[], tight: readonly T[]) =>
    plain
      .map((each) => each.tool)
      .filter((each, index, list) => list.indexOf(each) === index)
      .flatMap((name) => (isStrict(name) ? tight : plain).filter(({ tool }) => tool === name));
  return {
    ...all,
    compiled: pick(all.compiled, strict.compiled),
    fidelity: pick(all.fidelity, strict.fidelity),
  };
}
