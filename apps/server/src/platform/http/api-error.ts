import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { InputIssue } from '../errors.ts';

/** An answer with a status other than success; its body is `{"detail": …}`, our choice. */
export function apiError(
  status: ContentfulStatusCode,
  detail: string | InputIssue[],
  headers: Record<string, string> = {},
): HTTPException {
  return new HTTPException(status, { res: Response.json({ detail }, { status, headers }) });
}
