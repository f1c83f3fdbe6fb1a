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

type SchemaResult<T> = { value: T; issues?: undefined } | { issues: readonly SchemaIssue[] };

/** An event isn't what the caller's schema says. The message never quotes it. */
export class EventFormatError extends Error {
  override readonly name = 'EventFormatError';
  /** Which event of the stream, from 1. */
  readonly event: number;
  readonly issues: readonly SchemaIssue[];

  constructor(event: number, issues: readonly SchemaIssue[]) {
    super(`Event ${event} of the stream isn't what the schema says, in ${issues.length} places or more.`);
    this.event = event;
    this.issues = issues;
  }
}
