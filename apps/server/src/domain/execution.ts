/** A tool that ran: what went in, what came out, and how long it took. */
export interface Execution {
  userId: string;
  /** The run whose agent called the tool; null when its user did. */
  runId: string | null;
  toolName: string;
  toolkit: string;
  input: unknown;
  output: unknown;
  failed: boolean;
  milliseconds: number;
}

/** An execution as it's kept. */
export interface LoggedExecution extends Execution {
  logId: number;
  /** With microseconds: a user has no two executions of one time. */
  createdAt: string;
}
