/** How many mutations of each sort follow a request that succeeds; the most telling come first. */
export interface MutationBudget {
  /** In the body of one request. */
  readonly body: number;
  /** In each parameter of a request that reads. */
  readonly parameter: number;
  /** Drawn at random by the seed, on top of those in the body. */
  readonly drawn: number;
  /** How many invalid credentials are tried on each operation; 1 by default. */
  readonly tokens?: number | undefined;
}

export const noMutations: MutationBudget = { body: 0, parameter: 0, drawn: 0 };
