import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** One fault in a request: where it is and what is wrong with it. */
export interface Fault {
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** An answer with a status other than success; its body is `{"detail": …}`, our choice. */
export function apiError(
  status: ContentfulStatusCode,
  detail: string | Fault[],
  headers: Record<string, string> = {},
): HTTPException {
  return new HTTPException(status, { res: Response.json({ detail }, { status, headers }) });
}
