const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && form.test(value);
}

/** Whether a text has one in it, such as an address that ends with it. */
export function holdsUuid(text: string): boolean {
  return /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.test(text);
}

/** One spelling for all that a UUID may have: in small letters and with its dashes. Other texts are in small letters. */
export function inOneSpelling(text: string): string {
  const plain = text.toLowerCase();
  const digits = plain.replace(/^urn:uuid:/, '').replaceAll(/[{}-]/g, '');
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(digits);
  return parts === null ? plain : parts.slice(1).join('-');
}
