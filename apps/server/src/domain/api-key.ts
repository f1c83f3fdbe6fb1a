import { createHash, randomBytes } from 'node:crypto';

/** A new API key with 256 random bits; the prefix lets secret scanners know it. */
export function generateApiKey(): string {
  return `awk_${randomBytes(32).toString('base64url')}`;
}

/** What is stored of a key. It needs no salt or slow hash: 256 random bits can't be guessed. */
export function hashApiKey(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex');
}
