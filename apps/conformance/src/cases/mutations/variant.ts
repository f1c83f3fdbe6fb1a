import type { Mutation } from './mutation.ts';

/** A request that is known to succeed, with one thing changed about it. */
interface Variant {
  /**
   * `inside-bound` where the description of the request allows it, `mutation` where it is wrong, or of a form that
   * few expect.
   */
  readonly kind: 'inside-bound' | 'mutation';
  readonly mutation: Mutation;
}

export interface BodyVariant extends Variant {
  /** The property that is changed; undefined where it is the whole body. */
  readonly parameter?: string | undefined;
  /** Where it stands. */
  readonly path?: readonly string[] | undefined;
  /** The body as it is sent. */
  readonly text: string;
  readonly contentType?: string | undefined;
}

export interface ParameterVariant extends Variant {
  readonly parameter: string;
  /** Every value that is sent under its name. */
  readonly values: readonly string[];
}
