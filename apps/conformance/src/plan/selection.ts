import type { Operation, Rule, Spec } from '../spec/spec.ts';

/** What a run is asked to judge; an empty list stands for everything. */
export interface Selection {
  /** Rule ids, or beginnings of them. */
  readonly rules: readonly string[];
  readonly operations: readonly string[];
  /** Families of operations. */
  readonly families: readonly string[];
}

/** Rules and operations by what a user asked for. */
export interface Selector {
  readonly operation: (id: string) => boolean;
  /** The rule with the asked operations only, or undefined where it was not asked for. */
  readonly narrow: (rule: Rule) => Rule | undefined;
}

export function createSelector({ operations }: Spec, wanted: Selection): Selector {
  const asked = new Set(operations.filter((one) => isAsked(one, wanted)).map(({ id }) => id));
  return {
    operation: (id) => asked.has(id),
    narrow: (rule) => {
      if (!startsLike(rule, wanted)) return undefined;
      const left = rule.operations.filter((id) => asked.has(id));
      // What is said of no operation in particular is asked for only where no operation is.
      if (left.length === 0) return asked.size === operations.length ? rule : undefined;
      return { ...rule, operations: left };
    },
  };
}

function isAsked({ id, family }: Operation, { operations, families }: Selection): boolean {
  const named = operations.length === 0 || operations.includes(id);
  return named && (families.length === 0 || families.includes(family));
}

function startsLike({ id }: Rule, { rules }: Selection): boolean {
  return rules.length === 0 || rules.some((beginning) => id.startsWith(beginning));
}

/** A name that stands for nothing, and what could have been meant. */
export interface UnknownName {
  readonly option: 'rules' | 'operations' | 'tags';
  readonly name: string;
  readonly known: readonly string[];
}

/** The names that were asked for but stand for nothing: a mistyped filter must not pass as a small success. */
export function unknownNames({ rules, operations }: Spec, wanted: Selection): readonly UnknownName[] {
  const ruleIds = rules.map(({ id }) => id);
  const operationIds = operations.map(({ id }) => id);
  const families = [...new Set(operations.map(({ family }) => family))];
  const missing = (
    option: UnknownName['option'],
    names: readonly string[],
    known: readonly string[],
  ): UnknownName[] => names.filter((name) => !known.includes(name)).map((name) => ({ option, name, known }));
  return [
    ...missing('rules', wanted.rules, ruleIds).filter(
      ({ name }) => !ruleIds.some((id) => id.startsWith(name)),
    ),
    ...missing('operations', wanted.operations, operationIds),
    ...missing('tags', wanted.families, families),
  ];
}
