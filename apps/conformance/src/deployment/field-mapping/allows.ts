import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../spec/description.ts';
import { openValidator } from '../open-validator.ts';
import { decidablePart } from './decidable.ts';

/** Whether a description allows a value; `undecided` where it says something that the validator doesn't understand. */
export type Allowed = 'yes' | 'no' | 'undecided';

let opened: Ajv2020 | undefined;

/** Strict: what it doesn't know is an error here, where other validators pass over it. */
function validator(): Ajv2020 {
  opened ??= openValidator(
    { strict: true, strictTypes: false, strictTuples: false, strictRequired: false, logger: false },
    { keywords: true },
  );
  return opened;
}

const understood = {
  keyword: (name: string): boolean => validator().RULES.keywords[name] !== undefined,
  format: (name: string): boolean => validator().formats[name] !== undefined,
};

type Answer = (value: unknown) => Allowed;

const answers = new WeakMap<JsonSchema, Answer>();

/** Asks the JSON Schema validator. What it says `yes` to, the description allows for sure. */
export function allows(schema: JsonSchema, value: unknown): Allowed {
  if (Object.keys(schema).length === 0) return 'yes';
  const known = answers.get(schema) ?? createAnswer(schema);
  answers.set(schema, known);
  return known(value);
}

function createAnswer(schema: JsonSchema): Answer {
  const decidable = decidablePart(schema, understood);
  const validate = compile(decidable.schema);
  if (validate === undefined) return () => 'undecided';
  return (value) => (validate(value) ? 'yes' : decidable.isPart ? 'undecided' : 'no');
}

/** Nothing where the schema is invalid, such as with a pattern that can't be read. */
function compile(schema: JsonSchema | boolean): ValidateFunction | undefined {
  try {
    return validator().compile(schema);
  } catch {
    return undefined;
  }
}
