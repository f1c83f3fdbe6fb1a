/** Whether a content is, or has in it, a text that was sent: how a deployment normalises Unicode or white space is not shown. */
export function holds(content: string, sent: string): boolean {
  return content.includes(sent) || essence(content).includes(essence(sent));
}

/** A text without white space, in one Unicode form. */
export function essence(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, '');
}
