import { Hono } from 'hono';
import { securePages } from '../../../platform/http/secure-pages.ts';
import type { Store } from '../../../store/store.ts';
import { operatorPage } from './operator-page.ts';
import { type ProcessFigures, readOverview } from './overview.ts';
import { createSignIn } from './sign-in.ts';
import { signInPage } from './sign-in-page.ts';

export interface PageOptions {
  token: string;
  store: Store;
  figures: () => Promise<ProcessFigures>;
}

/** GET /: what an operator looks at, or a form that asks for the admin token; POST /sign-in and /sign-out. */
export function pageRoutes({ token, store, figures }: PageOptions): Hono {
  const routes = new Hono();
  const signIn = createSignIn(token);
  for (const path of ['/', '/sign-in', '/sign-out']) routes.use(path, securePages);
  routes.get('/', async (context) => {
    if (!(await signIn.isIn(context))) return context.html(signInPage(), 401);
    return context.html(operatorPage(await readOverview(store, await figures())));
  });
  routes.post('/sign-in', async (context) => {
    const { token: given } = await context.req.parseBody();
    if (await signIn.enter(context, given)) return context.redirect('./', 303);
    return context.html(signInPage('That is not the admin token of this server.'), 403);
  });
  routes.post('/sign-out', (context) => {
    signIn.leave(context);
    return context.redirect('./', 303);
  });
  return routes;
}
