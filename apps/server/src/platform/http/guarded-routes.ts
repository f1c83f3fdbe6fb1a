import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import type { Logger } from '../logger.ts';
import { requireToken } from './require-token.ts';

interface Guard {
  /** What a request must carry as a bearer token. */
  token: string;
  /** What the port of these routes is called, in refusals and in the log. */
  name: string;
  logger: Logger;
  /** Addresses in front of the guard, which let in by other means. Default: none. */
  open?: Hono | undefined;
}

const maximumBodyBytes = 1024 * 1024;

/** Routes for who has the token of a port, to be filled. */
export function guardedRoutes({ token, name, logger, open }: Guard): Hono {
  const routes = new Hono();
  routes.use(bodyLimit({ maxSize: maximumBodyBytes }));
  if (open) routes.route('/', open);
  routes.use(requireToken(token, name));
  routes.notFound(() => Response.json({ detail: 'There is nothing at this address.' }, { status: 404 }));
  routes.onError((error) => {
    if (error instanceof HTTPException) return error.getResponse();
    logger(`A request to the ${name} port failed inside the server.`, { error });
    return Response.json({ detail: 'Internal error.' }, { status: 500 });
  });
  return routes;
}
