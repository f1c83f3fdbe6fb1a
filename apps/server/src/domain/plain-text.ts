/** Whether a database can hold the text and give back the same. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/**
 * What plain text fits, as a regular expression that readers of JSON Schema in any language take: most know no surrogates,
 * so lone ones are refused, but not told here.
 */
export const plainTextPattern = '^[^\\u0000]*$';

/** The same for text in which something stands besides white space. */
export const nonBlankPattern = '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$';
