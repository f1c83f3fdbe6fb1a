import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Packages of this repository are imported from source, so no test runs on a stale build. Naming 'import' here
// as well would force it on CommonJS packages.
const conditions = ['@agent-workers/source', 'node'];

/** Every package's tests leave a count for the closing line. */
export default defineConfig({
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['test/**/*.test.ts'],
    // Most of what a test makes is soon thrown away: with room for it a tenth of the time is saved.
    execArgv: ['--conditions=@agent-workers/source', '--max-semi-space-size=64'],
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results.json' },
    // Programs that tests start find what the last start has compiled.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/node-compile', import.meta.url)) },
    maxWorkers: 2,
    // Files of a package share a process: to load the sources for each one again took longer than most tests.
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
