import { createPublicKey, sign } from 'node:crypto';
import { envelopeFromJSON, envelopeToJSON, type SerializedEnvelope } from '@sigstore/bundle';
import { crypto, dsse } from '@sigstore/core';
import { UsageError } from '../deployment/errors.ts';
import { isRecord } from '../json/json-record.ts';
import { parseJson } from '../json/parse-json.ts';
import { digestFor, keyId, readPublicKey, readSigningKey } from './keys.ts';
import { type Statement, statementSchema } from './statement.ts';

const payloadType = 'application/vnd.in-toto+json';

/**
 * Signs a statement: a DSSE envelope with one signature.
 *
 * @param pem a private key without a passphrase: Ed25519, ECDSA or RSA
 * @throws UsageError when it is not one
 */
export function signStatement(statement: Statement, pem: string): SerializedEnvelope {
  const key = readSigningKey(pem);
  const payload = Buffer.from(JSON.stringify(statement));
  const sig = sign(digestFor(key), dsse.preAuthEncoding(payloadType, payload), key);
  return envelopeToJSON({ payload, payloadType, signatures: [{ sig, keyid: keyId(createPublicKey(key)) }] });
}

/** Who vouches for a statement, as far as that is known here. */
export type Signature = 'by-this-key' | 'by-another' | 'not-checked' | 'none';

export interface OpenedAttestation {
  readonly statement: Statement;
  readonly signature: Signature;
}

/**
 * Opens what `attest` or `actions/attest` wrote: a statement, an envelope around one, or a Sigstore bundle around that.
 *
 * @param pem the public key of the signer; without it no signature is checked
 * @throws UsageError when it is none of these, or the key is not valid
 */
export function openAttestation(text: string, pem: string | undefined): OpenedAttestation {
  const key = pem === undefined ? undefined : readPublicKey(pem);
  const [firstLine = ''] = text.split('\n');
  // GitHub's program writes a bundle a line, all of them about the same file.
  const envelope = readEnvelope(parseJson(text) ?? parseJson(firstLine));
  if (envelope === undefined) {
    if (key !== undefined)
      throw new UsageError('The attestation is no DSSE envelope, so no key has signed it: is it unsigned?');
    return { statement: parseStatement(text), signature: 'none' };
  }
  const statement = parseStatement(envelope.payload.toString('utf8'));
  if (key === undefined) return { statement, signature: 'not-checked' };
  const signed = dsse.preAuthEncoding(envelope.payloadType, envelope.payload);
  const isSigned = envelope.signatures.some(({ sig }) => crypto.verify(signed, key, sig, digestFor(key)));
  return { statement, signature: isSigned ? 'by-this-key' : 'by-another' };
}

/** The envelope of a text, by itself or in a bundle; undefined where there is none. */
function readEnvelope(told: unknown): ReturnType<typeof envelopeFromJSON> | undefined {
  const found = isRecord(told) && 'dsseEnvelope' in told ? told.dsseEnvelope : told;
  if (!isRecord(found) || !('payloadType' in found)) return undefined;
  try {
    const envelope = envelopeFromJSON(found);
    if (envelope.payloadType === payloadType) return envelope;
  } catch (cause) {
    throw new UsageError('The attestation is no DSSE envelope.', { cause });
  }
  throw new UsageError('The attestation is no DSSE envelope around an in-toto statement.');
}

function parseStatement(text: string): Statement {
  const parsed = statementSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new UsageError('The attestation holds no in-toto statement with a test result.');
}
