import { CallError } from '../errors/call-error.ts';

/** The signature of a payment event is missing, wrong, or too old. Nothing of the event can be trusted. */
export class PaymentSignatureError extends CallError {
  override name = 'PaymentSignatureError';
}

/** An event, and what proves where it came from. */
export interface SignedPaymentEvent {
  /** The body as it came: parsing and writing it again would break the signature. */
  bytes: Uint8Array;
  /** The value of the header `stripe-signature`. */
  header: string | null | undefined;
  /** The signing secret of the endpoint, `whsec_…`; two while one is being replaced. */
  secret: string | readonly string[];
  /** The oldest signature that counts, in seconds: 300 unless given, as the provider recommends. */
  tolerance?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/**
 * Checks an event by the scheme that Stripe documents (`t=…,v1=…`: HMAC-SHA256 over time, dot and body), and gives it parsed.
 * The interface names neither its payment provider nor a scheme, so a deployment may have another one.
 * @throws {PaymentSignatureError}
 */
export async function verifyPaymentEvent(event: SignedPaymentEvent): Promise<unknown> {
  const { bytes, header, secret, tolerance = 300, now = Date.now } = event;
  const { time, signatures } = readHeader(header ?? '');
  if (time === undefined || signatures.length === 0) throw refused('has no signature of scheme v1');
  const secrets = [secret].flat();
  const tries = secrets.flatMap((each) =>
    signatures.map((signature) => matches(each, { time, bytes, signature })),
  );
  if (!(await Promise.all(tries)).includes(true)) throw refused('has a signature that does not fit its body');
  if (Math.abs(now() / 1000 - Number(time)) > tolerance)
    throw refused(`was signed more than ${tolerance} s ago, or in the future`);
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** The header of an event that is signed so: for tests of what receives events. */
export async function signPaymentEvent({
  bytes,
  secret,
  now = Date.now,
}: SigningPaymentEvent): Promise<string> {
  const time = String(Math.floor(now() / 1000));
  const key = await keyOf(secret, 'sign');
  const signature = await crypto.subtle.sign('HMAC', key, signedBytes(time, bytes));
  const hex = [...new Uint8Array(signature)].map((byte) => byte.toString(16).padStart(2, '0'));
  return `t=${time},v1=${hex.join('')}`;
}

/** What is signed, and with what. */
export interface SigningPaymentEvent {
  bytes: Uint8Array;
  secret: string;
  /** Milliseconds since 1970. */
  now?: () => number;
}

function refused(problem: string): PaymentSignatureError {
  return new PaymentSignatureError(problem, { operation: 'verifyPaymentEvent' });
}

function readHeader(header: string): { time: string | undefined; signatures: string[] } {
  const parts = header.split(',').map((part) => part.split('=') as [string, string?]);
  const valuesOf = (name: string) =>
    parts.flatMap(([key, value]) => (key.trim() === name && value ? [value] : []));
  const [time] = valuesOf('t').filter((value) => /^\d+$/.test(value));
  return { time, signatures: valuesOf('v1').filter((value) => /^[0-9a-f]{64}$/.test(value)) };
}

interface Compared {
  time: string;
  bytes: Uint8Array;
  signature: string;
}

/** `verify` compares in constant time. */
async function matches(secret: string, { time, bytes, signature }: Compared): Promise<boolean> {
  const given = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return crypto.subtle.verify('HMAC', await keyOf(secret, 'verify'), given, signedBytes(time, bytes));
}

function keyOf(secret: string, usage: 'sign' | 'verify') {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, [usage]);
}

function signedBytes(time: string, bytes: Uint8Array) {
  const start = new TextEncoder().encode(`${time}.`);
  const all = new Uint8Array(start.length + bytes.length);
  all.set(start);
  all.set(bytes, start.length);
  return all;
}
