// Identifiers. Uuids and integers where the interface types them so; elsewhere a short prefix and some letters.

import { randomBytes, randomUUID } from 'node:crypto';

export const uuid = randomUUID;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text) => typeof text === 'string' && UUID.test(text);

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Some random letters and digits that nobody mistakes for one another. */
export function letters(count) {
  return Array.from(randomBytes(count), (byte) => LETTERS[byte % LETTERS.length]).join('');
}

/** An identifier of our own form, such as `sub_7hk2m9qa`. */
export const shortId = (prefix) => `${prefix}_${letters(10)}`;

/** A counter for identifiers that are integers. */
export function counter(first) {
  let next = first;
  return () => next++;
}
