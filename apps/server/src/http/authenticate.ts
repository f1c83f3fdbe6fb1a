import { createMiddleware } from 'hono/factory';
import { findKeyOwner } from '../store/api-key-repository.ts';
import type { Store } from '../store/store.ts';
import { apiError } from './api-error.ts';

/** What authentication adds to a request. */
export interface Authenticated {
  Variables: { userId: string };
}

/** Lets a request through when it carries the API key of a user (section 5, point 1 of the interface). */
export function authenticate(db: Store['db']) {
  return createMiddleware<Authenticated>(async (context, next) => {
    const [, apiKey] = /^Bearer +(\S+) *$/i.exec(context.req.header('authorization') ?? '') ?? [];
    const userId = apiKey && (await findKeyOwner(db, apiKey));
    if (!userId) throw unauthorized();
    context.set('userId', userId);
    await next();
  });
}

function unauthorized() {
  const detail = 'Send a valid API key in the header "Authorization: Bearer <API_KEY>".';
  return apiError(401, detail, { 'www-authenticate': 'Bearer' });
}
