import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts what has to be read back, such as keys and tokens, before it's stored. */
export interface SecretBox {
  /** @param purpose what the text is and whose, so that it can't be opened as anything else. */
  seal(text: string, purpose: string): string;
  /** @throws when the box was sealed under another secret or for another purpose. */
  open(sealed: string, purpose: string): string;
}

const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with a random nonce, under a key derived from the deployment's secret. */
export function createSecretBox(secret: Buffer): SecretBox {
  const key = deriveKey(secret, 'secret box');
  return {
    seal(text, purpose) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64url');
      const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag);
      const encrypted = bytes.subarray(nonceBytes + tagBytes);
      return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
    },
  };
}

/** A key of its own for each use of the secret. */
export function deriveKey(secret: Buffer, use: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `agent-workers-server ${use}`, 32));
}
