import type { Bindings } from '../deployment/config.ts';
import { isRecord } from '../json/json-record.ts';
import type { Operation } from '../spec/spec.ts';

export interface FieldNames {
  /** A body in the contract's names, as this deployment wants it. */
  readonly toTheirs: (operation: string, body: unknown) => unknown;
  /** A body of this deployment in the contract's names; its own names stay as well. */
  readonly toOurs: (operation: string, body: unknown) => unknown;
}

type Names = Readonly<Record<string, string>>;

/** Translates bodies between the field names that the contract chose and those of a deployment. */
export function createFieldNames(bindings: Bindings, operations: readonly Operation[]): FieldNames {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const bindingOf = (id: string, body: 'request' | 'success') => bindings[byId.get(id)?.[body]?.name ?? ''];
  return {
    toTheirs(operation, body) {
      const binding = bindingOf(operation, 'request');
      if (binding === undefined || !isRecord(body)) return body;
      return { ...binding.body, ...renamed(body, binding.fields ?? {}) };
    },
    toOurs(operation, body) {
      const names = bindingOf(operation, 'success')?.fields;
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
