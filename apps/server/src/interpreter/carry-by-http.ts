import { type Carry, maximumAnswerBytes } from './outside-interpreter.ts';

/** A service that runs programs. */
export interface SandboxService {
  url: string;
  /** Sent as a bearer token. */
  token?: string | undefined;
}

/** Sends each program as the body of a POST; the service answers 200 with the outcome. */
export function carryByHttp({ url, token }: SandboxService): Carry {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
  };
  return async (body, signal) => {
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
    if (response.ok && response.body) return await readText(response.body);
    await response.body?.cancel();
    throw new Error(`The outside sandbox answered with status ${response.status}.`);
  };
}

/** @throws when there is more than an outcome can be. */
export async function readText(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.byteLength;
    if (bytes > maximumAnswerBytes) throw new Error('The outside sandbox answered with too much.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
