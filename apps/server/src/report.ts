/** Tells the operator of something; `error` is described, never the contents of messages or keys. */
export type Report = (
  sentence: string,
  details?: { runId?: string; jobId?: string; error?: unknown },
) => void;

/** Reports as JSON lines on standard error, so that standard output stays for results. */
export const reportToStderr: Report = (sentence, { error, ...details } = {}) => {
  const line = { time: new Date().toISOString(), message: sentence, ...details, ...describeError(error) };
  process.stderr.write(`${JSON.stringify(line)}\n`);
};

function describeError(error: unknown): { error?: string; cause?: string } {
  if (error === undefined) return {};
  const cause = error instanceof Error && error.cause !== undefined ? { cause: String(error.cause) } : {};
  return { error: String(error), ...cause };
}
