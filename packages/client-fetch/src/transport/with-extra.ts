/**
 * A body with the fields that the interface doesn't show.
 * @throws {TypeError} where an extra field has a name that the body has: one of the two would be lost.
 */
export function withExtra(
  body: object | null | undefined,
  { extra }: { extra?: Readonly<Record<string, unknown>> } = {},
): object | null | undefined {
  if (!extra) return body;
  for (const name of Object.keys(extra))
    if (body && name in body)
      throw new TypeError(`The body and extra both have ${name}. Leave one of them out.`);
  return { ...body, ...extra };
}
