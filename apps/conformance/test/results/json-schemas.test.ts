import { expect, test } from 'vitest';
import { jsonSchemas } from '../../src/results/json-schemas.ts';

// `pnpm --filter @agent-workers/conformance schemas` writes them.
test.each(Object.entries(jsonSchemas()))(
  'the published %s is the one that the code follows',
  async (file, schema) => {
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(`../../schemas/${file}`);
  },
);
