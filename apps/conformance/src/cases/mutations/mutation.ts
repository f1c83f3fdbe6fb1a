/** One thing that is changed about a request which is known to succeed. */
export interface Mutation {
  /**
   * `inside-bound` where the description of the request allows it, `mutation` where it is wrong, or of a form that
   * few expect.
   */
  readonly kind: 'inside-bound' | 'mutation';
  /** What is different, such as `with 10,000 characters in title`. */
  readonly about: string;
  /** The property or parameter that is changed; undefined where it is the whole body. */
  readonly parameter?: string | undefined;
}

/** The name of a mutation as one word. */
export function wordOf(about: string): string {
  return about
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');
}

export interface BodyMutation extends Mutation {
  /** Where the property that it is about stands; undefined where it is about the whole. */
  readonly path?: readonly string[] | undefined;
  /** The body as it is sent. */
  readonly text: string;
  readonly contentType?: string | undefined;
}

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
