/** What vitest leaves in a package's test-results.json, as far as the closing line needs it. */
export interface TestResults {
  readonly success: boolean;
  /** In ms since the epoch. */
  readonly startTime: number;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** Files that failed before a test of theirs ran count as one failed test each. */
  readonly testResults: readonly {
    readonly status: string;
    readonly endTime: number;
    readonly assertionResults: readonly unknown[];
  }[];
}

/**
 * The plain closing line over all packages; before it, how many tests were skipped, if any.
 *
 * @param missing how many packages left no results: each counts as a failed test
 */
export function closingLines(results: readonly TestResults[], missing = 0): string {
  const total = (count: (one: TestResults) => number): number =>
    results.reduce((sum, one) => sum + count(one), 0);
  const failed = missing + total((one) => one.numFailedTests + brokenFiles(one));
  const skipped = total((one) => one.numPendingTests + one.numTodoTests);
  const passed = total((one) => one.numPassedTests);
  return `${skipped > 0 ? `${skipped} skipped\n` : ''}${passed} passed, ${failed} failed`;
}

/** From the start of a package's tests to the end of the last one, in seconds. */
export function secondsOf({ startTime, testResults }: TestResults): number {
  const ended = testResults.reduce((last, { endTime }) => Math.max(last, endTime), startTime);
  return (ended - startTime) / 1000;
}

function brokenFiles({ testResults }: TestResults): number {
  return testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
}
