import { CallError } from '../errors/call-error.ts';

/** Sets a header. What the runtime throws isn't kept: it quotes the value, which may be a secret. */
export function setHeader(
  request: { operation: string; headers: Headers },
  name: string,
  value: string,
): void {
  try {
    request.headers.set(name, value);
  } catch {
    throw new CallError(`needs ${name} in ASCII`, { operation: request.operation });
  }
}
