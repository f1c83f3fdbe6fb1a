import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { envelopeFromJSON, envelopeToJSON, type SerializedEnvelope } from '@sigstore/bundle';
import { crypto, dsse } from '@sigstore/core';
import { UsageError } from '../deployment/errors.ts';
import { parseJson } from '../json/parse-json.ts';
import { type Statement, statementSchema } from './statement.ts';

const payloadType = 'application/vnd.in-toto+json';

/**
 * Signs a statement: a DSSE envelope with one signature.
 *
 * @param pem a private key without a passphrase: Ed25519, ECDSA or RSA
 * @throws UsageError when it is not one
 */
export function signStatement(statement: Statement, pem: string): SerializedEnvelope {
  const key = readKey(pem, createPrivateKey, 'a private key without a passphrase');
  const payload = Buffer.from(JSON.stringify(statement));
  const sig = sign(digestFor(key), dsse.preAuthEncoding(payloadType, payload), key);
  return envelopeToJSON({ payload, payloadType, signatures: [{ sig, keyid: keyId(createPublicKey(key)) }] });
}

export interface OpenedEnvelope {
  readonly statement: Statement;
  /** Whether one of its signatures was made by the key. */
  readonly isSigned: boolean;
}

/**
 * Opens an envelope and checks who signed it.
 *
 * @param pem the public key of the signer
 * @throws UsageError when the text is no envelope with a statement, or the key is not valid
 */
export function openEnvelope(text: string, pem: string): OpenedEnvelope {
  const key = readKey(pem, createPublicKey, 'a public key');
  const envelope = readEnvelope(text);
  const signed = dsse.preAuthEncoding(envelope.payloadType, envelope.payload);
  const isSigned = envelope.signatures.some(({ sig }) => crypto.verify(signed, key, sig, digestFor(key)));
  return { statement: parseStatement(envelope.payload.toString('utf8')), isSigned };
}

/** @throws UsageError when it is no statement about a run */
export function parseStatement(text: string): Statement {
  const parsed = statementSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new UsageError(
    'The attestation holds no in-toto statement with a test result. Of a signed one name the public key: --public-key FILE.',
  );
}

function readEnvelope(text: string): ReturnType<typeof envelopeFromJSON> {
  try {
    const envelope = envelopeFromJSON(JSON.parse(text));
    if (envelope.payloadType === payloadType) return envelope;
  } catch (cause) {
    throw new UsageError('The attestation is no DSSE envelope.', { cause });
  }
  throw new UsageError('The attestation is no DSSE envelope around an in-toto statement: is it unsigned?');
}

/** What a key is told is never repeated: the message of the library may quote it. */
function readKey(pem: string, read: (pem: string) => KeyObject, what: string): KeyObject {
  try {
    return read(pem);
  } catch {
    throw new UsageError(`The key is not ${what} in PEM.`);
  }
}

/** Ed25519 has a digest of its own. */
function digestFor({ asymmetricKeyType }: KeyObject): string | undefined {
  return asymmetricKeyType === 'ed25519' ? undefined : 'sha256';
}

function keyId(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}
