/** Where a value breaks a schema. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Any schema that follows the Standard Schema specification: zod, valibot, arktype, … */
export interface Schema<T> {
  readonly '~standard': {
    validate(value: unknown): SchemaResult<T> | Promise<SchemaResult<T>>;
    readonly types?: { readonly input: unknown; readonly output: T } | undefined;
  };
}

/** What a schema makes of a value. */
export type SchemaResult<T> = { value: T; issues?: undefined } | { issues: readonly SchemaIssue[] };
