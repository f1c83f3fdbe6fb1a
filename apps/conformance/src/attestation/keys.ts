import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { UsageError } from '../deployment/errors.ts';

/** Those that DSSE's verifiers know. */
const types = ['ed25519', 'ec', 'rsa'];

/** @throws UsageError when it is no private key without a passphrase, or one that can't sign */
export function readSigningKey(pem: string): KeyObject {
  const key = attempt(() => createPrivateKey(pem));
  if (key === undefined) throw new UsageError('The key is not a private key without a passphrase in PEM.');
  return requireKnown(key);
}

/** @throws UsageError when it is no public key, or one that can't have signed */
export function readPublicKey(pem: string): KeyObject {
  if (attempt(() => createPrivateKey(pem)) !== undefined)
    throw new UsageError(
      'The key is a private one, which only the signer should have. Give the public one: openssl pkey -in KEY -pubout',
    );
  const key = attempt(() => createPublicKey(pem));
  if (key === undefined) throw new UsageError('The key is not a public key in PEM.');
  return requireKnown(key);
}

/** Ed25519 has a digest of its own. */
export function digestFor({ asymmetricKeyType }: KeyObject): string | undefined {
  return asymmetricKeyType === 'ed25519' ? undefined : 'sha256';
}

/** By which a verifier finds the key again. */
export function keyId(key: KeyObject): string {
  const spki = key.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(spki).digest('hex');
}

function requireKnown(key: KeyObject): KeyObject {
  const type = key.asymmetricKeyType ?? 'unknown';
  if (types.includes(type)) return key;
  throw new UsageError(`The key is of the type ${type}; attestations are signed by Ed25519, ECDSA or RSA.`);
}

/** What a key is told is never repeated: the message of the library may quote it. */
function attempt(read: () => KeyObject): KeyObject | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
