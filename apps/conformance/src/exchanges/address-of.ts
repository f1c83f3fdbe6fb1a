/** The address of an operation: its path with each parameter's value put in, behind what every path begins with. */
export function addressOf(
  origin: string,
  template: string,
  values: Readonly<Record<string, string | number>>,
): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  return `${origin.replace(/\/+$/, '')}${path}`;
}
