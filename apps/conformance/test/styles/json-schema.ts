/** A JSON schema, as it stands in a document. */
export type JsonSchema = Readonly<Record<string, unknown>>;
