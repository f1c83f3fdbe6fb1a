import { defineConfig } from 'vitest/config';

/** Packages of this repository are imported from source, so no test runs on a stale build. */
const source = '@agent-workers/source';

/** Every package's tests leave a count for the closing line. */
export default defineConfig({
  ssr: {
    resolve: {
      conditions: [source, 'node', 'import', 'module', 'default'],
      externalConditions: [source, 'node'],
    },
  },
  test: {
    include: ['test/**/*.test.ts'],
    execArgv: [`--conditions=${source}`],
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results.json' },
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
