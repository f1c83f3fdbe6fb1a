import { openDatabase } from '../../app/open-database.ts';
import { startServices } from '../../app/start-services.ts';
import { adminRoutes } from '../../http/admin/admin-routes.ts';
import { UserError } from '../../platform/errors.ts';
import { logToStderr } from '../../platform/logger.ts';
import { readEnvironment } from '../options/environment.ts';

/** Asks the admin API. @returns JSON as a value, other answers as a stream. @throws {UserError} when it's refused. */
export type Ask = (method: string, path: string, body?: object) => Promise<unknown>;

/** Sends a request to the admin API. @throws {UserError} where there is none. */
type Send = (method: string, path: string, body?: object) => Promise<Response>;

/** Speaks to the admin port of a running server. */
export function askRunning(url: string, token: string | undefined): Ask {
  return askBy(sendToRunning(url, token));
}

/** @throws {UserError} without a token, or for what is no address. */
export function sendToRunning(url: string, token: string | undefined): Send {
  if (!token) throw new UserError("--url needs the server's token in ADMIN_TOKEN.");
  if (!URL.canParse(url)) throw new UserError(`--url ${url} is not an address of the web.`);
  return sendBy(fetch, { url, token });
}

/**
 * Does something in a database that is at hand; no job runs here.
 * @throws {UserError} when the folder is in use or the database can't be reached.
 */
export async function withAdmin(dataDir: string, work: (ask: Ask) => Promise<void>): Promise<void> {
  const { DATABASE_URL: databaseUrl, AGENT_WORKERS_SECRET: secret } = readEnvironment(process.env);
  const options = { dataDir, databaseUrl, secret };
  const store = await openDatabase(options, logToStderr);
  try {
    const deliver = async () => new Response(null, { status: 503 });
    const { services, jobs, signals } = await startServices(store, { options, logger: logToStderr, deliver });
    const token = crypto.randomUUID();
    const routes = adminRoutes({ token, services, jobs, logger: logToStderr });
    try {
      const fetchHere = async (request: Request) => await routes.fetch(request);
      await work(askBy(sendBy(fetchHere, { url: 'http://admin', token })));
    } finally {
      await signals.close();
      await jobs.close();
    }
  } finally {
    await store.close();
  }
}

function sendBy(
  answer: (request: Request) => Promise<Response>,
  { url, token }: { url: string; token: string },
): Send {
  return async (method, path, body) => {
    const request = new Request(new URL(path, url), {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    return await answer(request).catch((cause) => {
      throw new UserError(`There's no admin port at ${url}. Start the server with --admin-port.`, { cause });
    });
  };
}

function askBy(send: Send): Ask {
  return async (...asked) => {
    const response = await send(...asked);
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    // What is no JSON may be long: all that is kept of a user, with files.
    if (response.ok && !isJson) return response.body ?? undefined;
    const text = await response.text();
    const answer: unknown = isJson ? JSON.parse(text) : text;
    if (!response.ok) throw new UserError(`Refused: ${describe(answer)} (${response.status})`);
    return answer;
  };
}

function describe(answer: unknown): string {
  const detail: unknown = Object(answer).detail;
  return typeof detail === 'string' ? detail : JSON.stringify(detail ?? answer);
}
