import {
  InvalidToolCall,
  type RunnableTool,
  type ToolCall,
  type ToolOutcome,
} from '../../domain/tools/tool.ts';
import { insertExecution } from '../../store/execution-repository.ts';
import type { Store } from '../../store/store.ts';

/** Who a tool runs for. */
export interface Occasion {
  userId: string;
  /** The run whose agent calls the tool; null when its user does. */
  runId: string | null;
}

/**
 * Runs a tool, logs what happened and takes a credit if there is one.
 * @throws {InvalidToolCall} when the tool did nothing; that's not logged.
 */
export async function runRecorded(
  db: Store['db'],
  occasion: Occasion,
  { tool, call }: { tool: RunnableTool; call: ToolCall },
): Promise<ToolOutcome & { logId: number }> {
  const begun = performance.now();
  const outcome = await tool.run(call).catch(toFailure);
  const milliseconds = Math.round(performance.now() - begun);
  const execution = { toolName: tool.name, toolkit: tool.toolkit, input: call.input, milliseconds };
  const logId = await insertExecution(db, { ...occasion, ...execution, ...outcome });
  return { ...outcome, logId };
}

function toFailure(error: unknown): ToolOutcome {
  if (error instanceof InvalidToolCall) throw error;
  return { output: error instanceof Error ? error.message : String(error), failed: true };
}
