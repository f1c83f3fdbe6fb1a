import type { Interpreter } from '../interpreter/interpreter.ts';
import type { JobInput } from '../store/schema.ts';

/** What the tools of one turn can reach. */
export interface ToolServices {
  interpreter: Interpreter;
  startJob: (request: BackgroundRequest) => Promise<string>;
}

/** A wish to run a program in the background, and the tool call it came from. */
export interface BackgroundRequest {
  callId: string;
  input: JobInput;
}
