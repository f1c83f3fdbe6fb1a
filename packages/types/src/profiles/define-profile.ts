import { fromJSONSchema, type ZodType } from 'zod';

/** A schema that follows the Standard Schema specification. */
export interface ProfileSchema<T> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    validate(value: unknown): ProfileResult<T> | Promise<ProfileResult<T>>;
    readonly types?: { readonly input: unknown; readonly output: T } | undefined;
    /** The schema itself, as the Standard JSON Schema specification has it: the test transport makes samples of it. */
    readonly jsonSchema: { input(): Record<string, unknown>; output(): Record<string, unknown> };
  };
}

/** What a schema makes of a value. */
export type ProfileResult<T> =
  | { value: T; issues?: undefined }
  | { issues: readonly { message: string; path?: readonly PropertyKey[] }[] };

/** What operations take and give, by their id. */
export type ProfileTypes = Readonly<Record<string, { body?: unknown; answer?: unknown }>>;

/** What one deployment's records look like: for the option `profile` of the clients. */
export interface DeploymentProfile<Operations, Event> {
  readonly operations: {
    readonly [Id in keyof Operations]: {
      readonly [Part in keyof Operations[Id]]: ProfileSchema<Operations[Id][Part]>;
    };
  };
  /** What one line of an NDJSON answer looks like. */
  readonly event: ProfileSchema<Event>;
}

/** A profile as data: JSON Schemas that refer to each other by `#/$defs/<name>`. */
export interface ProfileData {
  readonly $defs: Readonly<Record<string, object>>;
  readonly operations: Readonly<Record<string, { readonly body?: object; readonly answer?: object }>>;
  readonly event?: object;
}

/** Makes a profile of JSON Schemas, each of which is compiled when it is first needed. */
export function defineProfile<Operations extends ProfileTypes, Event>({
  $defs,
  operations,
  event = {},
}: ProfileData): DeploymentProfile<Operations, Event> {
  const entries = Object.entries(operations).map(([id, parts]) => [
    id,
    Object.fromEntries(Object.entries(parts).map(([part, schema]) => [part, lazySchema(schema, $defs)])),
  ]);
  // from-openapi writes the types and the schemas from one document.
  const profile = { operations: Object.fromEntries(entries), event: lazySchema(event, $defs) };
  return profile as DeploymentProfile<Operations, Event>;
}

function lazySchema(schema: object, $defs: ProfileData['$defs']): ProfileSchema<unknown> {
  let compiled: ZodType | undefined;
  const whole = () => ({ ...schema, $defs });
  return {
    '~standard': {
      version: 1,
      vendor: 'agent-workers',
      jsonSchema: { input: whole, output: whole },
      async validate(value) {
        compiled ??= fromJSONSchema(whole() as Parameters<typeof fromJSONSchema>[0]);
        const { success, data, error } = await compiled.safeParseAsync(value);
        if (success) return { value: data };
        return { issues: error.issues.map(({ message, path }) => ({ message, path })) };
      },
    },
  };
}
