import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

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

/** An answer with a status other than success; its body is `{"detail": …}`, our choice. */
export function apiError(
  status: ContentfulStatusCode,
  detail: string | InputIssue[],
  headers: Record<string, string> = {},
): HTTPException {
  return new HTTPException(status, { res: Response.json({ detail }, { status, headers }) });
}
