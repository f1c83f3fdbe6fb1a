import { canonicalJson } from '../canonical-json.ts';

/** SHA-256 of a JSON value in hexadecimal, the same whatever the order of its keys. */
export async function digestJson(value: unknown): Promise<string> {
  return digestBytes(new TextEncoder().encode(canonicalJson(value)));
}

export async function digestBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
