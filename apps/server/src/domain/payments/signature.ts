import { createHmac, timingSafeEqual } from 'node:crypto';

/** A webhook's bytes and the header that vouches for them. */
export interface SignedBody {
  body: Uint8Array;
  header: string;
}

/** How a receiver judges a signature. */
export interface SignatureCheck {
  secret: Uint8Array;
  /** Seconds since 1970. */
  now: number;
  /** How far the signature's time may lie from now, in seconds, so that a captured request can't be replayed later. */
  window: number;
}

/** The header `t=SECONDS,v1=HEX`: an HMAC-SHA-256 over the time, a dot and the exact bytes of the body. */
export function signBody(body: Uint8Array, { secret, now }: { secret: Uint8Array; now: number }): string {
  return `t=${now},v1=${computeSignature(body, secret, now).toString('hex')}`;
}

/** Whether the header was made for exactly these bytes with this secret, and not too long ago. */
export function isSignedBody({ body, header }: SignedBody, { secret, now, window }: SignatureCheck): boolean {
  const [, seconds, signature] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (seconds === undefined || signature === undefined) return false;
  const time = Number(seconds);
  const isGenuine = timingSafeEqual(computeSignature(body, secret, time), Buffer.from(signature, 'hex'));
  return isGenuine && Math.abs(now - time) <= window;
}

function computeSignature(body: Uint8Array, secret: Uint8Array, time: number): Buffer {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest();
}
