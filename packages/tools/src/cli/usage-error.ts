/** The command line or the environment is wrong, and its message says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
