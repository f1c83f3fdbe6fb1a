/** Lower-case words with hyphens between them, 3 to 63 characters, so that a slug can be part of an address. */
export const slugPattern = /^(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*$/;

const longest = 40;

/** The slug that comes nearest to a text; always a valid one. */
export function toSlug(text: string): string {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replaceAll(/^-+|-+$/g, '');
  return words.length >= 3 ? words : `agent${words && '-'}${words}`;
}
