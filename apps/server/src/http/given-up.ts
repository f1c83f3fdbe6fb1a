/** Whether an error only says that the client is gone or the server stops: that is no failure. */
export function isGivenUp(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || isBrokenOff(error);
}

/** Node's words for a body of which the rest never came; a lost database connection has others. */
function isBrokenOff(error: Error): boolean {
  return error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET';
}
