/** Whether a database can hold the text and give back the same. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
