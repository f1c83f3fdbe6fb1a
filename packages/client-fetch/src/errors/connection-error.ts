import { CallError } from './call-error.ts';

/** No whole answer came: the connection failed before it or while it was read. `cause` is what the runtime said. */
export class ConnectionError extends CallError {
  override name = 'ConnectionError';
}

/** Whose answer is awaited. */
export interface Reading {
  operation: string;
  signal?: AbortSignal | undefined;
}

/** Awaits something of the network. What the caller or a clock aborted stays as it is. */
export async function connected<T>({ operation, signal }: Reading, network: Promise<T>): Promise<T> {
  try {
    return await network;
  } catch (cause) {
    if (signal?.aborted || cause instanceof CallError) throw cause;
    throw new ConnectionError('lost connection', { operation, cause });
  }
}
