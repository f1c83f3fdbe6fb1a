import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reachingAlike } from '../../src/report/curl-connection.ts';

let folder: string;
/** In place of curl stands what prints each of its arguments in a line. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-curl-'));
  await writeFile(join(folder, 'curl'), '#!/bin/sh\nprintf "%s\\n" "$@"\n');
  await chmod(join(folder, 'curl'), 0o755);
});
afterAll(() => rm(folder, { recursive: true }));

const connection = {
  headers: { 'X-Gateway-Key': 'a secret of ours' },
  proxies: {},
  given: { ca: "our own/ca's.pem", cert: 'client.pem', key: 'client.key', proxy: 'http://u:p@proxy.test' },
};

async function argumentsOf(command: string, variables: Record<string, string>): Promise<string[]> {
  const script = [...reachingAlike(connection), command].join('\n');
  const env = { PATH: `${folder}:${process.env.PATH}`, ...variables };
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env });
  return stdout.trimEnd().split('\n');
}

const variables = { HEADER_X_GATEWAY_KEY: 'abc $x', PROXY: 'http://proxy.test' };
const reach = [
  ...['--cacert', "our own/ca's.pem", '--cert', 'client.pem', '--key', 'client.key'],
  ...['-H', 'X-Gateway-Key: abc $x', '--proxy', 'http://proxy.test'],
];

test('every curl of a script reaches the target as the run did', async () => {
  expect(await argumentsOf("curl -sS 'http://a.test/?x=1 2'", variables)).toEqual([
    ...reach,
    '-sS',
    'http://a.test/?x=1 2',
  ]);
  expect(await argumentsOf('curl -Z one --next two', variables)).toEqual([
    ...reach,
    ...['-Z', 'one', '--next'],
    ...reach,
    'two',
  ]);
});

test('secrets come from variables, and a script that has none of them says which', async () => {
  expect(reachingAlike(connection).join('\n')).not.toMatch(/a secret of ours|u:p/);
  await expect(argumentsOf('curl', {})).rejects.toThrow(
    'HEADER_X_GATEWAY_KEY: put the value of the header X-Gateway-Key into it',
  );
});

test('a target that is reached plainly needs no such line', () => {
  expect(reachingAlike({ headers: {}, proxies: { http: 'http://of-the-environment.test' } })).toEqual([]);
});
