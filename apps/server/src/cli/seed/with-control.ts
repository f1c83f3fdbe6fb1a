import type { AppOptions } from '../../app/app.ts';
import { openDatabase } from '../../app/open-database.ts';
import { startServices } from '../../app/start-services.ts';
import { controlRoutes } from '../../control/control-routes.ts';
import { UserError } from '../../platform/errors.ts';
import { logToStderr } from '../../platform/logger.ts';

/** Asks the control surface for something. @throws {UserError} when it's refused. */
export type Control = (path: string, body: object | string) => Promise<Record<string, unknown>>;

/** Speaks to a control surface, in this process or on its port. */
export function createControl(
  send: (request: Request) => Promise<Response>,
  { url, token }: { url: string; token: string },
): Control {
  return async (path, body) => {
    const response = await send(
      new Request(new URL(path, url), {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    ).catch((cause) => {
      throw new UserError(`There's no control surface at ${url}. Start the server with --control-port.`, {
        cause,
      });
    });
    const answer = await response.text();
    if (!response.ok)
      throw new UserError(`The control surface refused ${path}: ${response.status} ${answer}`);
    return answer === '' ? {} : JSON.parse(answer);
  };
}

/**
 * Does something at the control surface of a deployment whose database is at hand, and that runs no job here.
 * @throws {UserError} when the folder is in use or the database can't be reached.
 */
export async function withControl<Result>(
  options: AppOptions,
  act: (control: Control) => Promise<Result>,
): Promise<Result> {
  const store = await openDatabase(options, logToStderr);
  try {
    const deliver = async () => new Response(null, { status: 503 });
    const { services, jobs, signals } = await startServices(store, {
      options,
      logger: logToStderr,
      deliver,
    });
    const token = crypto.randomUUID();
    const routes = controlRoutes({ token, services, reseed: async () => {}, logger: logToStderr });
    const send = async (request: Request) => await routes.fetch(request);
    try {
      return await act(createControl(send, { url: 'http://control', token }));
    } finally {
      await signals.close();
      await jobs.close();
    }
  } finally {
    await store.close();
  }
}
