// Time. Inside, moments are whole microseconds since 1970 that never repeat, so that a moment can serve as a cursor.
// On the wire a moment is a number of milliseconds; only cursors are date-times, since the interface types them so.

import { on } from './faults.js';

let last = 0;

/** The present moment; later than every one handed out before. */
export function stamp() {
  last = Math.max(last + 1, Date.now() * 1000);
  return last;
}

/** A moment as it stands in our records on the wire. */
export const wire = (micros) => Math.floor(micros / 1000);

/** The day of a moment, as YYYY-MM-DD in UTC. */
export const dayOf = (micros) => new Date(micros / 1000).toISOString().slice(0, 10);

export const DAY = 86_400_000_000;

/** A moment as an RFC 3339 date-time with microseconds. */
export function dateTime(micros) {
  const whole = new Date(Math.floor(micros / 1000)).toISOString();
  return `${whole.slice(0, 23)}${String(micros % 1000).padStart(3, '0')}Z`;
}

const FORM = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?([Zz]|[+\- ]\d\d:\d\d)?$/;

/** The moment that an RFC 3339 date-time names, or undefined. Without a zone it is UTC. A blank before the
 *  offset is a plus that a client did not encode. */
export function parseDateTime(text) {
  const parts = FORM.exec(text);
  if (!parts) return undefined;
  const [, day, time, fraction = '', zone = 'Z'] = parts;
  const offset = on('cursor-offset-ignored') ? 'Z' : zone.toUpperCase().replace(' ', '+');
  const millis = Date.parse(`${day}T${time}${offset}`);
  if (Number.isNaN(millis)) return undefined;
  const local = new Date(Date.parse(`${day}T${time}Z`));
  if (Number.isNaN(local.getTime()) || local.toISOString().slice(0, 10) !== day) return undefined;
  return millis * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6));
}
