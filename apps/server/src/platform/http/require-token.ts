import { createHash, timingSafeEqual } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { apiError } from './api-error.ts';

/** Makes a comparison with a token, whose time tells nothing. */
export function tokenTest(token: string): (given: string) => boolean {
  const expected = digest(token);
  return (given) => timingSafeEqual(digest(given), expected);
}

/** Lets in who sends the token as a bearer token. @param name what to call it in the refusal. */
export function requireToken(token: string, name: string) {
  const isToken = tokenTest(token);
  return createMiddleware(async (context, next) => {
    const [, given = ''] = /^Bearer +(\S+) *$/i.exec(context.req.header('authorization') ?? '') ?? [];
    if (!isToken(given))
      throw apiError(401, `Send the ${name} token in the header "Authorization: Bearer <TOKEN>".`);
    await next();
  });
}

/** Equal in length whatever was given, so that the comparison tells nothing. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
