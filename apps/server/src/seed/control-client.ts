import { UserError } from '../user-error.ts';

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
