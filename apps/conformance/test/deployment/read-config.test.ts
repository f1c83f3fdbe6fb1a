import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/deployment/read-config.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-config-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function configFile(name: string, content: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

const agentsUrl = 'https://staging.example/agents';

test('JSON, YAML and TypeScript say the same', async () => {
  const files = await Promise.all([
    configFile('a.json', JSON.stringify({ agentsUrl })),
    configFile('a.yaml', `agentsUrl: ${agentsUrl}\n`),
    configFile('a.ts', `const agentsUrl: string = '${agentsUrl}';\nexport default { agentsUrl };\n`),
  ]);
  for (const file of files) expect(await readConfig(file, {})).toEqual({ agentsUrl });
});

test('a secret comes from the environment', async () => {
  const file = await configFile('env.yaml', 'credentials: { apiKey: "${STAGING_KEY}" }\n');
  expect(await readConfig(file, { STAGING_KEY: 'k' })).toEqual({ credentials: { apiKey: 'k' } });
  await expect(readConfig(file, {})).rejects.toThrow('STAGING_KEY, which is not set');
});

test('an unknown key is an error that names the nearest right one', async () => {
  const file = await configFile('typo.yaml', 'fixtures: { agentid: a }\n');
  await expect(readConfig(file, {})).rejects.toThrow('Unknown key fixtures.agentid. Did you mean agentId?');
});

test('an invalid address is told, with the key it stands under', async () => {
  const file = await configFile('address.yaml', 'agentsUrl: staging\n');
  await expect(readConfig(file, {})).rejects.toThrow(/agentsUrl: /);
});

test('a file that is no YAML is told without a stack', async () => {
  const file = await configFile('broken.yaml', 'a: [1\n');
  await expect(readConfig(file, {})).rejects.toThrow(/^The config .*broken\.yaml can't be read: /);
});
