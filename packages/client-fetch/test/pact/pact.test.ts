import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { interactions } from './contracts.ts';
import { record } from './record.ts';

const folder = mkdtempSync(join(tmpdir(), 'recordings-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('The client, as it is recorded for its providers', () => {
  it.each(interactions)('$description', (interaction) => record(interaction, folder));

  it.each(['workers-api', 'user-api'])(
    'gives the same bytes as the committed contract with %s',
    async (provider) => {
      const committed = `../../../../apps/conformance/pacts/client-fetch-${provider}.json`;
      await expect(readFileSync(join(folder, `client-fetch-${provider}.json`), 'utf8')).toMatchFileSnapshot(
        committed,
      );
    },
  );
});
