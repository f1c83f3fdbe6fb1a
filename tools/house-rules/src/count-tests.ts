import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { closingLine, type TestResults } from './sum-results.ts';

/** Prints the closing line; a package with a test script but without results has failed before it could count. */
const packages = globSync(
  ['spec', 'packages/*', 'apps/*', 'tools/*', 'bench/*', 'examples/*'].map(
    (folder) => `${folder}/package.json`,
  ),
);
const tested = packages.filter((file) => 'test' in (JSON.parse(readFileSync(file, 'utf8')).scripts ?? {}));
const files = tested.map((file) => join(dirname(file), 'test-results.json'));
const missing = files.filter((file) => !existsSync(file));
for (const file of missing) process.stderr.write(`No ${file}: the tests of that package did not run.\n`);

const results = files
  .filter((file) => existsSync(file))
  .map((file): TestResults => JSON.parse(readFileSync(file, 'utf8')));
process.stdout.write(`${closingLine(results)}\n`);
if (missing.length > 0) process.exitCode = 1;
