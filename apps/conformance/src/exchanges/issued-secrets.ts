import { parseJson } from '../json/parse-json.ts';
import { textsIn } from '../json/texts-in.ts';
import { isUuid } from '../json/uuid.ts';

/** Texts in an answer that may be a key or token: long, without white space, neither a UUID, a time nor an address. */
export function issuedSecrets(text: string): readonly string[] {
  return (
    textsIn(parseJson(text))
      .filter((one) => /^\S{12,}$/.test(one) && !isUuid(one))
      .filter((one) => !/^\d{4}-\d\d-\d\d/.test(one) && !isAddress(one))
      // A number of many digits names the record.
      .filter((one) => text.includes(JSON.stringify(one)))
  );
}

/** `/api/me/api-keys/5`, as in links to the record, with no part that may be a secret itself. */
function isAddress(text: string): boolean {
  const parts = text.replace(/^https?:\/\/[^/?]+/, '').split('/');
  return text.length > 0 && parts[0] === '' && parts.length > 2 && parts.every(isPlainPart);
}

function isPlainPart(part: string): boolean {
  return (part.length < 12 && /^[\w.~-]*$/.test(part)) || /^[a-z-]+$/.test(part) || isUuid(part);
}
