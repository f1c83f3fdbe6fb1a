/** What vitest leaves in a package's test-results.json, as far as the closing line needs it. */
export interface TestResults {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** Files that failed before a test of theirs ran count as one failed test each. */
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

/** The plain closing line over all packages. */
export function closingLine(results: readonly TestResults[]): string {
  const total = (count: (one: TestResults) => number): number =>
    results.reduce((sum, one) => sum + count(one), 0);
  const failed = total((one) => one.numFailedTests + brokenFiles(one));
  const skipped = total((one) => one.numPendingTests + one.numTodoTests);
  const passed = total((one) => one.numPassedTests);
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function brokenFiles({ testResults }: TestResults): number {
  return testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
}
