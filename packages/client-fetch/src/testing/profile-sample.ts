import type { Profile } from '../clients/profile.ts';
import type { Schema } from '../validation/schema.ts';
import { sampleOfSchema } from './sample-of-schema.ts';

/** An answer of an operation as a profile has it. Undefined where the profile doesn't say it as JSON Schema. */
export function profileSample(profile: Profile | undefined, operation: string): unknown {
  const schema = profile?.operations?.[operation]?.answer;
  const json = schema && jsonSchemaOf(schema);
  return json && sampleOfSchema(json);
}

/** The Standard JSON Schema specification puts it beside `validate`; profiles have it, and some libraries. */
function jsonSchemaOf({ '~standard': standard }: Schema<unknown>): object | undefined {
  const { jsonSchema }: { jsonSchema?: unknown } = Object(standard);
  const { output }: { output?: unknown } = Object(jsonSchema);
  return typeof output === 'function' ? Object(output({ target: 'draft-2020-12' })) : undefined;
}

/** What a test says, and of a record beside it, or in a list of it, what the sample has. */
export function fillUp(given: unknown, sample: unknown): unknown {
  if (!isRecord(given) || !isRecord(sample)) return fillItems(given, sample);
  const told = Object.entries(given).map(([name, value]) => [name, fillItems(value, sample[name])]);
  return { ...sample, ...Object.fromEntries(told) };
}

function fillItems(given: unknown, sample: unknown): unknown {
  return Array.isArray(given) && Array.isArray(sample) ? given.map((item) => fillUp(item, sample[0])) : given;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
