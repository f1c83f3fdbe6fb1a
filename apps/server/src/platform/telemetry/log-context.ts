import { AsyncLocalStorage } from 'node:async_hooks';

/** What is being worked on; every line of the log names it. */
export interface LogContext {
  requestId?: string;
  runId?: string;
  jobId?: string;
}

const contexts = new AsyncLocalStorage<LogContext>();

/** Does the work in this context alone, whatever the context of the caller is. */
export function inLogContext<Result>(context: LogContext, work: () => Result): Result {
  return contexts.run(context, work);
}

export function currentLogContext(): LogContext | undefined {
  return contexts.getStore();
}

/** Says that what is being worked on belongs to a run. */
export function noteRun(runId: string): void {
  const context = contexts.getStore();
  if (context) context.runId = runId;
}
