import type { ToolName } from './gen/definitions.ts';
import type { ToolInputs } from './gen/inputs.ts';

/**
 * A call of one tool: where its name is known, its input has the type of that tool, so that a link without its `url`
 * doesn't compile; where only the run shows the name, the input is any record, and is checked before it is sent.
 */
export interface ToolCall<Name extends ToolName = ToolName> {
  tool: Name;
  input: InputOf<Name>;
  /** The provider's id of the call, from which a retry is told from a second call. */
  callId?: string;
}

/** The input of a tool, or any record where its name may be any. */
export type InputOf<Name extends ToolName> = ToolName extends Name
  ? Readonly<Record<string, unknown>>
  : ToolInputs[Name];
