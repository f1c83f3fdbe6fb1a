import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { locateOperations } from '../../src/deployment/declaration/locate-operations.ts';

const declaration = { document: {}, operations: { listBundles: { path: '/v1/bundles', method: 'get' } } };

test.each([
  ['YAML', 'openapi: 3.1.0\npaths:\n  /v1/bundles:\n    get:\n      responses: {}\n', 4],
  ['JSON', '{"openapi": "3.1.0",\n"paths": {\n"/v1/bundles": {\n"get": {"responses": {}}}}}', 4],
])('an operation lies at its line of a document in %s', async (_, text, line) => {
  const folder = await mkdtemp(join(tmpdir(), 'locate-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'openapi');
  await writeFile(file, text);
  expect(await locateOperations(file, declaration)).toEqual(new Map([['listBundles', line]]));
});

test('what is no file lies nowhere', async () => {
  expect(await locateOperations('https://api.staging.example/openapi.json', declaration)).toEqual(new Map());
});
