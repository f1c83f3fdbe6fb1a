import { existsSync, readFileSync } from 'node:fs';
import { closingLines, secondsOf, type TestResults } from './sum-results.ts';
import { testedPackages } from './tested-packages.ts';

/**
 * Says how long each package's tests took, and ends with the closing line over all of them. A package with a test script
 * but without results has failed before it could count.
 */
const packages = testedPackages();
const missing = packages.filter(({ results }) => !existsSync(results));
const tested = packages
  .filter((one) => !missing.includes(one))
  .map(({ folder, results }) => ({
    folder,
    results: JSON.parse(readFileSync(results, 'utf8')) as TestResults,
  }))
  .toSorted((a, b) => secondsOf(b.results) - secondsOf(a.results));
for (const { folder, results } of tested)
  process.stdout.write(`${`${secondsOf(results).toFixed(0)} s`.padStart(6)}  ${folder}\n`);
for (const { results } of missing)
  process.stderr.write(`No ${results}: the tests of that package did not run.\n`);
process.stdout.write(
  `${closingLines(
    tested.map(({ results }) => results),
    missing.length,
  )}\n`,
);
const isWhole = missing.length === 0 && tested.every(({ results }) => results.success);
process.exitCode = isWhole ? 0 : 1;
