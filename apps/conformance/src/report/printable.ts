/** Controls, marks that turn the direction of writing, lone surrogates: all that acts without being seen. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;
/** Line feed, tab, and the joiners without which some scripts and emoji read wrong. */
const kept = new Set(['\n', '\t', '\u200c', '\u200d']);

/** The text with `\u001b` and its like in place of characters that a terminal, a browser or a parser could act on. */
export function printableText(text: string): string {
  return text.replace(unprintable, (character) => (kept.has(character) ? character : escapeUnits(character)));
}

/** As JSON escapes it, so that a JSON body in a shell command stays the same body. */
function escapeUnits(character: string): string {
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return units.map((unit) => `\\u${unit}`).join('');
}
