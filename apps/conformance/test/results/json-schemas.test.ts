import { expect, test } from 'vitest';
import { bindableNames } from '../../src/deployment/field-mapping/bindable-names.ts';
import { jsonSchemas } from '../../src/results/json-schemas.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';

const { operations } = await loadSpec();

// `pnpm --filter @agent-workers/conformance schemas` writes them.
test.each(Object.entries(jsonSchemas(bindableNames(operations))))(
  'the published %s is the one that the code follows',
  async (file, schema) => {
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(`../../schemas/${file}`);
  },
);
