import { parseJson } from '../json/parse-json.ts';
import { textsIn } from '../json/texts-in.ts';
import { isUuid } from '../json/uuid.ts';

/** Texts in an answer that may be a key or token: long, without white space, neither a UUID nor a time. */
export function issuedSecrets(text: string): readonly string[] {
  return (
    textsIn(parseJson(text))
      .filter((one) => /^\S{12,}$/.test(one) && !isUuid(one))
      .filter((one) => !/^\d{4}-\d\d-\d\d/.test(one))
      // A number of many digits names the record.
      .filter((one) => text.includes(JSON.stringify(one)))
  );
}
