import type { ToolSet } from 'ai';
import { codeInterpreter } from './code-interpreter.ts';
import { lookup } from './lookup.ts';
import type { ToolServices } from './tool-services.ts';

/** The tools every agent has. */
export function agentTools(services: ToolServices): ToolSet {
  return { lookup: lookup(), code_interpreter: codeInterpreter(services) };
}
