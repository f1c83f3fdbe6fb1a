export const notPlainText = 'Text with U+0000 or a lone surrogate cannot be stored.';
const maximumDepth = 100;

/** Whether a database can hold the text and give back the same. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** What keeps JSON from being stored as it is, if anything. */
export function findUnstorable(json: unknown): string | undefined {
  // A list instead of recursion: a body of a mebibyte can be nested deeper than the stack.
  const left: { value: unknown; depth: number }[] = [{ value: json, depth: 0 }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string' && !isPlainText(value)) return notPlainText;
    if (typeof value !== 'object' || value === null) continue;
    if (depth === maximumDepth) return `The body is nested deeper than ${maximumDepth} levels.`;
    for (const [key, member] of Object.entries(value)) {
      left.push({ value: key, depth: depth + 1 }, { value: member, depth: depth + 1 });
    }
  }
  return undefined;
}
