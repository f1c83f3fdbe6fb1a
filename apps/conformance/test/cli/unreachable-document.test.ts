import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../helpers/judge-target.ts';
import { type Listening, listen } from '../helpers/listen.ts';

/** Its document answers with the status that the address names. */
let target: Listening;
let gone: string;
beforeAll(async () => {
  target = await listen(({ url }) => {
    const status = Number(new URL(url).pathname.slice(1));
    return new Response('no: document', { status });
  });
  const closed = await listen(() => new Response());
  gone = closed.url;
  await closed.close();
});
afterAll(() => target.close());

const at = (base: string, openapi: string): readonly string[] => ['--base-url', base, '--openapi', openapi];

test.each<[command: string, args: readonly string[]]>([
  ['run', []],
  ['init', ['--out', '/dev/null', '--force']],
  ['judge', ['--exchanges', '/dev/null']],
  ['proxy', ['--listen', '127.0.0.1:0']],
])('%s blames the target for a document whose server is in trouble', async (command, args) => {
  const answers503 = await runCli([command, ...at(target.url, `${target.url}/503`), ...args]);
  expect(answers503).toMatchObject({ exitCode: 3, out: '' });
  expect(answers503.progress).toMatch(
    /The OpenAPI document \S+\/503 can't be read: status 503\. Is its server running\? .*\(Responsible: the target\.\)/,
  );
  const refuses = await runCli([command, ...at(gone, `${gone}/openapi.json`), ...args]);
  expect(refuses).toMatchObject({ exitCode: 3, out: '' });
  expect(refuses.progress).toMatch(/can't be read: .*ECONNREFUSED.*\(Responsible: the target\.\)/);
});

test.each([
  ['an address without a document', () => `${target.url}/404`, 'status 404'],
  ['an address that wants a credential', () => `${target.url}/401`, 'status 401'],
  ['what is no document', () => `${target.url}/200`, 'describes no operation'],
  ['what is no address', () => 'http://[openapi.json', "can't be read"],
])('%s is a mistake of who named it', async (_, openapi, words) => {
  const { exitCode, progress } = await runCli(['run', '--jwt', 'j', ...at(target.url, openapi())]);
  expect(exitCode).toBe(2);
  expect(progress).toContain(words);
  expect(progress).not.toContain('Responsible');
});

test('diff says the same of the document of a server in trouble', async () => {
  expect(await runCli(['diff', '--openapi', `${target.url}/503`])).toMatchObject({
    exitCode: 3,
    progress: expect.stringContaining('(Responsible: the target.)'),
  });
});
