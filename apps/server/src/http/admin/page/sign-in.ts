import type { Context } from 'hono';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import { tokenTest } from '../../../platform/http/require-token.ts';

const cookieName = 'agent-workers-operator';
const sessionSeconds = 12 * 3_600;

/** Who may see the operator's page: a browser that was given the admin token within the last 12 hours. */
export interface SignIn {
  /** Notes in the browser that it was given the token. @returns false, and notes nothing, if that isn't the token. */
  enter(context: Context, given: unknown): Promise<boolean>;
  isIn(context: Context): Promise<boolean>;
  leave(context: Context): void;
}

/**
 * The cookie holds the end of the session, signed with the token: nothing is stored here, it outlives a restart but not the
 * token, and who steals it can see the page until then and do nothing else, for the API doesn't take it.
 */
export function createSignIn(token: string, now: () => number = Date.now): SignIn {
  const isToken = tokenTest(token);
  return {
    async enter(context, given) {
      if (typeof given !== 'string' || !isToken(given.trim())) return false;
      const end = String(now() + sessionSeconds * 1_000);
      const secure = context.req.header('x-forwarded-proto') === 'https';
      const options = {
        httpOnly: true,
        sameSite: 'Strict',
        path: '/',
        maxAge: sessionSeconds,
        secure,
      } as const;
      await setSignedCookie(context, cookieName, end, token, options);
      return true;
    },
    async isIn(context) {
      const end = await getSignedCookie(context, token, cookieName);
      return typeof end === 'string' && Number(end) > now();
    },
    leave: (context) => void deleteCookie(context, cookieName, { path: '/' }),
  };
}
