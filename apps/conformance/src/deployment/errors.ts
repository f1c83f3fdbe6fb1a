/** The user asked for something that can't be done as it stands: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Who is responsible when nothing can be judged; the third one would be this program. */
export type Whose = 'target' | 'set-up';

/** The target, or the way to it, is in trouble; nothing can be said of its conformance: exit code 3. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
  readonly whose: Whose;

  constructor(message: string, options: ErrorOptions & { readonly whose?: Whose } = {}) {
    super(message, options);
    this.whose = options.whose ?? 'target';
  }
}
