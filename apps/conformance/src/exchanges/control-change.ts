/** Something that the target answered at first, with success, and answers in another way now. */
export interface ControlChange {
  readonly operation: string;
  /** Method and URL. */
  readonly request: string;
  /** What the same request was answered at first; undefined where it was not sent before. */
  readonly first?: number | undefined;
  /** What came of it now: a status, or what went wrong. */
  readonly now: { readonly status: number } | { readonly message: string };
  /** Whether it ended the run, so that nothing is judged that came later. */
  readonly isLost: boolean;
}
