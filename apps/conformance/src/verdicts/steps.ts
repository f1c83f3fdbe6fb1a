/** Work that comes to its result step by step: whoever does it may do something else between two of them. */
export type Steps<Result> = Generator<undefined, Result>;

/** All steps one after the other. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
