import { parse } from 'yaml';

/** The bumps that a changeset says, by package. */
export function bumpsOf(changeset: string): Readonly<Record<string, string>> {
  const [, front = ''] = /^---\n([\s\S]*?)\n?---/.exec(changeset) ?? [];
  return parse(front) ?? {};
}
