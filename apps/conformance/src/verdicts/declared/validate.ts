import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { type Declaration, type Pointer, referenceTo } from '../../deployment/declaration/declaration.ts';
import { openValidator } from '../../deployment/open-validator.ts';
import type { Path } from '../findings/parts.ts';
import { memoize } from '../memoize.ts';
import { type Decidable, type Direction, toDecidable } from './decidable.ts';

/** Where a value breaks a schema of the document. */
export interface Breach {
  /** Of the value, in what was validated. */
  readonly path: Path;
  /** What stands there; undefined where it is missing. */
  readonly value: unknown;
  readonly keyword: string;
  /** Of the keyword, in the document. */
  readonly schemaPath: Pointer;
  /** Whether it stands in one of several alternatives. */
  readonly isAlternative: boolean;
}

const documentId = 'declared:document';

const words = { '~1': '/', '~0': '~' } as const;

/** A document that this validator can't read decides nothing. */
interface Validator extends Decidable {
  readonly at: (place: Pointer) => ValidateFunction | undefined;
}

const validators: Readonly<Record<Direction, (declaration: Declaration) => Validator>> = {
  request: memoize((declaration) => createValidator(declaration, 'request')),
  response: memoize((declaration) => createValidator(declaration, 'response')),
};

/**
 * Every place in which a value breaks the schema that stands somewhere in the document. Empty where it breaks none;
 * undefined where that can't be decided.
 */
export function breachesOf(
  value: unknown,
  place: Pointer,
  { declaration, direction }: { readonly declaration: Declaration; readonly direction: Direction },
): readonly Breach[] | undefined {
  const validator = validators[direction](declaration);
  const validate = validator.at(place);
  if (validate === undefined) return undefined;
  if (validate(value)) return [];
  return (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== 'if')
    .map((error) => toBreach(error, value, validator));
}

function createValidator(declaration: Declaration, direction: Direction): Validator {
  const decidable = toDecidable(declaration.document, direction);
  const ajv = openValidator(
    {
      strict: false,
      verbose: true,
      allErrors: true,
      validateSchema: false,
      inlineRefs: false,
      logger: false,
      multipleOfPrecision: 6,
    },
    // Of formats only those that the interface itself has; what a deployment reads besides them is no breach.
    direction === 'response' ? { mode: 'full', formats: ['uuid', 'date-time', 'date'] } : undefined,
  );
  const isRead = attempt(() => ajv.addSchema(decidable.document, documentId)) !== undefined;
  const known = new Map<string, ValidateFunction | undefined>();
  return {
    ...decidable,
    at: memoize((place) => {
      const reference = `${documentId}${referenceTo(place)}`;
      if (!isRead || isForeign(declaration)) return undefined;
      if (!known.has(reference))
        known.set(
          reference,
          attempt(() => ajv.compile({ $ref: reference })),
        );
      return known.get(reference);
    }),
  };
}

/** Schemas of another dialect may mean anything. */
function isForeign({ document: { jsonSchemaDialect: dialect } }: Declaration): boolean {
  return dialect !== undefined && !/oas\/3\.1|2020-12/.test(String(dialect));
}

function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function toBreach(error: ErrorObject, whole: unknown, { placeOf }: Decidable): Breach {
  const { instancePath, keyword, params, data, parentSchema, schemaPath } = error;
  const place = parentSchema && placeOf(parentSchema);
  const inner = String(
    params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty ?? '',
  );
  const at = pathIn(whole, instancePath);
  const isMissing = params.missingProperty !== undefined;
  return {
    path: inner === '' ? at : [...at, inner],
    value: isMissing ? undefined : inner === '' ? data : (data as Record<string, unknown>)[inner],
    keyword,
    schemaPath: [...(place ?? segmentsOf(schemaPath).slice(1, -1)), keyword],
    isAlternative: /\/(anyOf|oneOf|not|if|then)\//.test(schemaPath),
  };
}

function segmentsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .map((name) => name.replaceAll(/~[01]/g, (one) => words[one as keyof typeof words]));
}

/** With numbers for the places in lists. */
function pathIn(whole: unknown, pointer: string): Path {
  let inner = whole;
  return segmentsOf(pointer)
    .slice(1)
    .map((name) => {
      const segment = Array.isArray(inner) ? Number(name) : name;
      inner = (inner as Record<string, unknown> | undefined)?.[name];
      return segment;
    });
}
