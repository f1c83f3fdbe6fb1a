const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** `type_` plus 22 base58 characters. */
export function newId(prefix: string, length = 22): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  let out = "";
  for (const b of bytes) out += ALPHABET[b % 58];
  return `${prefix}_${out}`;
}

export const newUuid = (): string => crypto.randomUUID();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (s: unknown): s is string => typeof s === "string" && UUID.test(s);

export const nowSec = (): number => Math.floor(Date.now() / 1000);

let lastMicros = 0;
/** Microseconds since 1970, never the same twice: order and cursor of the paged lists. */
export function nowMicros(): number {
  lastMicros = Math.max(lastMicros + 1, Date.now() * 1000);
  return lastMicros;
}

export function microsToIso(us: number): string {
  const ms = Math.floor(us / 1000);
  return new Date(ms).toISOString().slice(0, 23) + String(us % 1000).padStart(3, "0") + "Z";
}

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|z|[+\- ]\d\d:?\d\d)?$/;
/** Micros of an ISO date-time (no offset: UTC), or null where it is none. */
export function isoToMicros(text: string): number | null {
  const m = DATE_TIME.exec(text.trim());
  if (!m) return null;
  const [, y, mo, d, h, mi, s = "0", frac = "", zone = "Z"] = m;
  const ms = Date.UTC(+y!, +mo! - 1, +d!, +h!, +mi!, +s);
  const back = new Date(ms);
  if (back.getUTCMonth() !== +mo! - 1 || back.getUTCDate() !== +d! || +h! > 23 || +mi! > 59 || +s > 59) return null;
  let us = ms * 1000 + Number((frac + "000000").slice(0, 6));
  if (!/^z$/i.test(zone)) {
    const sign = zone[0] === "-" ? -1 : 1; // an unescaped "+" arrives as a blank
    const digits = zone.slice(1).replace(":", "");
    us -= sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60_000_000;
  }
  return us;
}

export const money = (cents: number): { amount: string; currency: string } => ({
  amount: `${Math.trunc(cents / 100)}.${String(Math.abs(cents % 100)).padStart(2, "0")}`,
  currency: "usd",
});
