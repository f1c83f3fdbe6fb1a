/** The parameter that a segment of a path template stands for; undefined where the segment stands for itself. */
export function parameterIn(segment: string): string | undefined {
  return /^\{(\w+)\}$/.exec(segment)?.[1];
}

/** Decoded; what can't be decoded stays as it is. A slash at the end makes an empty last one. */
export function segmentsOf(path: string): readonly string[] {
  return path.split('/').slice(1).map(decoded);
}

/** Whether a path is of a template: its own segments as they are, and something for each parameter. */
export function isOfTemplate(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, index) =>
      parameterIn(part) === undefined ? part === segments[index] : segments[index] !== '',
    )
  );
}

/** What a path has for the parameters of its template, in their order. */
export function valuesIn(
  template: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    template.flatMap((part, index): [string, string][] => {
      const name = parameterIn(part);
      return name === undefined ? [] : [[name, segments[index] ?? '']];
    }),
  );
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
