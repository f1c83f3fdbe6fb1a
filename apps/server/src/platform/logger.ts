import { trace } from '@opentelemetry/api';
import { currentLogContext, type LogContext } from './telemetry/log-context.ts';

/** Which sentences are of interest: only what went wrong, or also what was done. */
export type LogLevel = 'error' | 'info';

export interface LogDetails extends LogContext {
  traceId?: string;
  spanId?: string;
  /** Default `error`. */
  level?: LogLevel;
  /** Described, not shown: never the contents of messages or keys. */
  error?: unknown;
  /** Words and numbers that belong to the sentence. */
  facts?: Readonly<Record<string, string | number>>;
}

/** Tells the operator of something. */
export type Logger = (sentence: string, details?: LogDetails) => void;

/** Writes JSON lines on standard error, so that standard output stays for results. */
export const logToStderr: Logger = (message, { level = 'error', error, facts, ...context } = {}) => {
  const line = {
    time: new Date().toISOString(),
    level,
    message,
    ...context,
    ...facts,
    ...describeError(error),
  };
  process.stderr.write(`${JSON.stringify(line)}\n`);
};

/** Adds what is being worked on, and the trace that shows it, to each sentence. */
export function withLogContext(logger: Logger): Logger {
  return (sentence, details) => logger(sentence, { ...currentLogContext(), ...currentTrace(), ...details });
}

function currentTrace(): { traceId?: string; spanId?: string } {
  const span = trace.getActiveSpan();
  if (!span?.isRecording()) return {};
  const { traceId, spanId } = span.spanContext();
  return { traceId, spanId };
}

function describeError(error: unknown): { error?: string; cause?: string } {
  if (error === undefined) return {};
  const cause = error instanceof Error && error.cause !== undefined ? { cause: String(error.cause) } : {};
  return { error: String(error), ...cause };
}
