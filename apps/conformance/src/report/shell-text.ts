/** A text as one word of a shell: nothing in it means anything. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A line that ends a script with 2, as one that shows nothing, where a variable is not set. */
export function required(variable: string, what: string): string {
  const words = quote(`${variable}: put ${what} into it`);
  return `[ -n "\${${variable}:-}" ] || { echo ${words} >&2; exit 2; }`;
}

/** What stands in a text for a variable; no text of a target has it. */
export function marked(variable: string): string {
  return `\u0000${variable}\u0000`;
}

/** As one word, with the values of the variables that are marked in it. */
export function quoteMarked(text: string): string {
  return quote(text)
    .replaceAll(/\0(\w+)\0/g, (_, variable: string) => `'"$${variable}"'`)
    .replace(/^''(?=")/, '')
    .replace(/(?<=")''$/, '');
}

const longest = 2_000;

/** As one word; what repeats itself many times is written once, since repetition helps no reader. */
export function quoteShortly(text: string): string {
  if (text.length <= longest) return quoteMarked(text);
  return (text.match(slices) ?? []).map(quoteRepeats).join('') || "''";
}

/** A longer text is looked through piece by piece: the engine's stack is no longer than this. */
const slices = /\0\w+\0|\0|[^\0]{1,50000}/g;

function quoteRepeats(text: string): string {
  const pieces: string[] = [];
  let last = 0;
  for (const { 0: run, 1: unit = '', index } of text.matchAll(/([^'%\\]{1,8}?)\1{99,}/g)) {
    pieces.push(quoteMarked(text.slice(last, index)));
    pieces.push(`"$(printf '${unit}%.0s' $(seq ${run.length / unit.length}))"`);
    last = index + run.length;
  }
  return [...pieces, quoteMarked(text.slice(last))].filter((piece) => piece !== "''").join('');
}
