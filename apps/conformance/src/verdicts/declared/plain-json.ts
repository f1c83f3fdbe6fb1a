/** The JSON value of a text, with every number a number; undefined where it is not JSON. */
export function plainJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
