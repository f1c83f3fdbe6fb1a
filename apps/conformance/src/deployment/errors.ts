/** The user asked for something that can't be done as it stands: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The target, or the way to it, is in trouble; nothing can be said of its conformance: exit code 3. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
}
