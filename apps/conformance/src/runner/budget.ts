import type { MutationBudget } from '../cases/mutations/mutation-budget.ts';
import { invalidTokens } from '../cases/scenario.ts';

/** How much a run may cost, where it is not said in detail. */
export interface Budget {
  /** How many scenarios are drawn at random, after the written ones. */
  readonly drawn: number;
  /** How many mutations each kind of request is given, one at a time. */
  readonly mutations: MutationBudget;
  /** How many scenarios are under way at once. */
  readonly concurrency: number;
  /** How long shrinking one finding may take, in ms. */
  readonly shrinkMs: number;
}

/** About 5 s, 30 s and some minutes against a fast target. */
export const budgets = {
  quick: {
    drawn: 16,
    mutations: { body: 6, parameter: 3, drawn: 0, tokens: invalidTokens.length },
    concurrency: 8,
    shrinkMs: 8_000,
  },
  standard: {
    drawn: 200,
    mutations: { body: 40, parameter: 16, drawn: 8, tokens: invalidTokens.length },
    concurrency: 16,
    shrinkMs: 20_000,
  },
  thorough: {
    drawn: 4_000,
    mutations: { body: 1_000, parameter: 100, drawn: 200, tokens: invalidTokens.length },
    concurrency: 24,
    shrinkMs: 60_000,
  },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof budgets;

export function isBudgetName(name: string): name is BudgetName {
  return Object.hasOwn(budgets, name);
}
