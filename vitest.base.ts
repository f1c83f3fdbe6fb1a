import { defineConfig } from 'vitest/config';

const conditions = ['@agent-workers/source', 'node', 'import', 'module', 'default'];

/** Every package's tests run from source and leave a count for the closing line. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['test/**/*.test.ts'],
    execArgv: ['--conditions=@agent-workers/source'],
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results.json' },
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
