/** Something the person who starts the server can put right; its message is shown to them without a stack. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** The code that the system gives an error, such as ENOENT. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** One issue of a request: where it is and what is wrong with it. */
export interface InputIssue {
  loc: (string | number)[];
  msg: string;
  type: string;
}
