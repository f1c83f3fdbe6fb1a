import { z } from 'zod';

const guid = z.guid();

/** Whether a text can be the identifier of a record; any other would be an error of the database. */
export function isGuid(text: string): boolean {
  return guid.safeParse(text).success;
}
