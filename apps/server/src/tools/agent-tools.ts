import type { ToolSet } from 'ai';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { type BackgroundRequest, codeInterpreter } from './code-interpreter.ts';
import { lookup } from './lookup.ts';

/** What the tools of one turn can reach. */
export interface ToolServices {
  interpreter: Interpreter;
  startJob: (request: BackgroundRequest) => Promise<string>;
}

/** The tools every agent has. */
export function agentTools(services: ToolServices): ToolSet {
  return { lookup: lookup(), code_interpreter: codeInterpreter(services) };
}
