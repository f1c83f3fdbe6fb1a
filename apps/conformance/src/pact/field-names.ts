import type { Bindings } from '../deployment/config.ts';
import type { SchemaNames } from './contract-schemas.ts';

export interface FieldNames {
  /** A body in the contract's names, as this deployment wants it. */
  readonly toTheirs: (operation: string, body: unknown) => unknown;
  /** A body of this deployment in the contract's names; its own names stay as well. */
  readonly toOurs: (operation: string, body: unknown) => unknown;
}

type Names = Readonly<Record<string, string>>;

/** Translates bodies between the field names that the contract chose and those of a deployment. */
export function createFieldNames(bindings: Bindings, schemas: ReadonlyMap<string, SchemaNames>): FieldNames {
  const bindingOf = (schema: string | undefined) => (schema === undefined ? undefined : bindings[schema]);
  return {
    toTheirs(operation, body) {
      const binding = bindingOf(schemas.get(operation)?.request);
      if (binding === undefined || !isRecord(body)) return body;
      return { ...binding.body, ...renamed(body, binding.fields ?? {}) };
    },
    toOurs(operation, body) {
      const names = bindingOf(schemas.get(operation)?.success)?.fields;
      if (names === undefined) return body;
      const known = Object.fromEntries(Object.entries(names).map(([ours, theirs]) => [theirs, ours]));
      const translate = (one: unknown) => (isRecord(one) ? { ...one, ...renamed(one, known) } : one);
      return Array.isArray(body) ? body.map(translate) : translate(body);
    },
  };
}

function renamed(record: Readonly<Record<string, unknown>>, names: Names): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [names[name] ?? name, value]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
