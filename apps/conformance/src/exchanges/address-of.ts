/** The address of an operation: its path with each parameter's value put in, behind what every path begins with. */
export function addressOf(
  origin: string,
  template: string,
  values: Readonly<Record<string, string | number>>,
): string {
  // Half a character, as an identifier may end with, can't be written into an address.
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name] ?? '').toWellFormed()),
  );
  return `${origin.replace(/\/+$/, '')}${path}`;
}
