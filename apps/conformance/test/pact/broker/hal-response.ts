import type { Context } from 'hono';

export function hal(body: object, status = 200): Response {
  return Response.json(body, { status, headers: { 'content-type': 'application/hal+json;charset=utf-8' } });
}

/** Links are absolute, built from the host that was called. */
export function originOf({ req }: Context): string {
  return new URL(req.url).origin;
}
