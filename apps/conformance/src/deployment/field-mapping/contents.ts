import { at, isRecord, type JsonRecord, unwrapped } from '../../json/json-record.ts';

/** Names of a record within a record that holds what its caller wrote. */
const contentNames = /^(data|attributes|content|details|properties|payload|fields)$/i;

export function isContentsName(name: string): boolean {
  return contentNames.test(name);
}

/** The records within a record, or within what a lone member wraps, that hold what its caller wrote; the outer ones first. */
export function contentsOf(value: unknown): readonly JsonRecord[] {
  const own = Object.entries(unwrapped(value)).flatMap(([name, inner]) =>
    isContentsName(name) && isRecord(inner) ? [inner] : [],
  );
  return own.flatMap((inner) => [inner, ...contentsOf(inner)]);
}

/** What an answer shows under a name: in its record, or in one within it that holds what its caller wrote. */
export function memberNamed(name: string, body: unknown): unknown {
  return [unwrapped(body), ...contentsOf(body)]
    .map((record) => at(record, [name]))
    .find((value) => value !== undefined);
}
