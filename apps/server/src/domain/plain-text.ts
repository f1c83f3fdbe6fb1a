/** Whether a database can hold the text and give back the same. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** The same as a regular expression of JSON Schema: neither U+0000 nor lone surrogates. */
export const plainTextPattern = '^[^\\u0000\\ud800-\\udfff]*$';

/** Plain text in which something stands besides white space. */
export const nonBlankPattern = '^(?=[\\s\\S]*\\S)[^\\u0000\\ud800-\\udfff]*$';
