import { createHash, timingSafeEqual } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { apiError } from './errors.ts';

/** Lets in who sends the token as a bearer token. @param name what to call it in the refusal. */
export function requireToken(token: string, name: string) {
  const expected = digest(token);
  return createMiddleware(async (context, next) => {
    const [, given = ''] = /^Bearer +(\S+) *$/i.exec(context.req.header('authorization') ?? '') ?? [];
    if (!timingSafeEqual(digest(given), expected))
      throw apiError(401, `Send the ${name} token in the header "Authorization: Bearer <TOKEN>".`);
    await next();
  });
}

/** Equal in length whatever was given, so that the comparison tells nothing. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
