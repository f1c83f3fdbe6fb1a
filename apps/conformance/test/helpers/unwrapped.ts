/** What a terminal shows, with each text that goes on in the next line as one line again. */
export function unwrapped(shown: string): string {
  return shown.replaceAll(/\n +/g, ' ');
}
