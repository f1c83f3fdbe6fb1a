import { BadInput, NotConnected, RateLimited, type ToolError, UpstreamError } from './tool-error.ts';

/** A status outside 2XX as a typed error. */
export function toToolError(status: number, headers: Headers, body: unknown): ToolError {
  if (status === 401 || status === 403)
    return new NotConnected(`The service refused the credential with status ${status}. Connect it again.`, {
      status,
    });
  if (status === 429) return new RateLimited(retryAt(headers));
  if (status === 400 || status === 404 || status === 422) return new BadInput([problemOf(status, body)]);
  return new UpstreamError(
    `The service answered with status ${status}. Look whether it did its work before trying again.`,
    {
      status,
    },
  );
}

/** The words of the service where its body has the form `{ error: { message, param } }` or `{ detail: [{ loc, msg }] }`. */
function problemOf(status: number, body: unknown): { path: string; message: string } {
  const { error, detail } = Object(body);
  const [first] = Array.isArray(detail) ? detail : [];
  const { message = first?.msg, param = [first?.loc].flat().at(-1) } = Object(error);
  const path = typeof param === 'string' ? param : '';
  const fallback =
    status === 404 ? 'There is nothing of this name' : `The service refused the input with status ${status}`;
  return { path, message: typeof message === 'string' ? message : fallback };
}

/** From `Retry-After`, or from the reset that rate-limited push services announce in Unix seconds. */
function retryAt(headers: Headers): Date | undefined {
  const after = headers.get('retry-after');
  if (after !== null && after !== '') {
    const time = /^\d+$/.test(after) ? Date.now() + Number(after) * 1000 : Date.parse(after);
    if (!Number.isNaN(time)) return new Date(time);
  }
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
  return reset > 0 ? new Date(reset * 1000) : undefined;
}
