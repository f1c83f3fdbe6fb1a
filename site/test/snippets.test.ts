import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type Operation, operationTable } from '@agent-workers/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { namedCommand } from '../../apps/conformance/src/cli/options/help.ts';
import { parseOptions } from '../../apps/conformance/src/cli/options/parse-options.ts';
import { configSchema } from '../../apps/conformance/src/deployment/config.ts';
import { commandTable } from '../../apps/server/src/cli/options/command-table.ts';
import { samples } from '../../packages/client-fetch/src/gen/samples.ts';
import { placeholder } from '../generate/contract/calls.ts';
import { allPages } from './all-pages.ts';

const run = promisify(execFile);
const pages = await allPages();
const operations: readonly Operation[] = Object.values(operationTable);

interface Snippet {
  readonly slug: string;
  readonly code: string;
}

/** Every block of code on the site that is in this language. */
function snippetsIn(language: string): readonly Snippet[] {
  return pages.flatMap(({ slug, text: page }) =>
    [...page.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, code = '']) => ({
      slug,
      code,
    })),
  );
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly credential: string | undefined;
  readonly body: string;
}

/** A deployment that answers each operation as the contract shows it, and keeps what it was asked. */
async function serveSamples() {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '/', headers } = request;
    const { pathname } = new URL(url, 'http://target');
    asked.push({ method, path: pathname, credential: headers.authorization, body: await text(request) });
    const operation = operationAt(method, pathname);
    const { status, body } =
      operation === undefined ? { status: 418 } : samples[operation.id as keyof typeof samples];
    const type = operation?.streaming === 'text' ? 'text/plain' : 'application/json';
    response.writeHead(status, {
      'content-type': type,
      'x-service-run-id': '00000000-0000-4000-8000-000000000002',
    });
    response.end(body === undefined || status === 204 ? '' : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const url = `http://127.0.0.1:${address.port}`;
  const environment = {
    ...process.env,
    AGENT_WORKERS_BASE_URL: `${url}/user`,
    AGENT_WORKERS_AGENTS_URL: `${url}/agents`,
    AGENT_WORKERS_JWT: 'a.b.c',
    AGENT_WORKERS_API_KEY: 'key',
  };
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { asked, environment, close };
}

/** The operation with the fewest placeholders, where several fit. */
function operationAt(method: string, path: string): Operation | undefined {
  const fitting = operations.filter((one) => {
    const pattern = one.path.replaceAll(/\{\w+\}/g, '[^/]+');
    const prefix = one.api === 'user' ? '/user' : '/agents';
    return one.method === method && new RegExp(`^${prefix}${pattern}$`).test(path);
  });
  return fitting.toSorted((one, other) => one.pathParameters.length - other.pathParameters.length)[0];
}

describe('the calls on the pages of operations', () => {
  // Node strips no types below node_modules.
  const folder = join(import.meta.dirname, '../snippets');
  let target: Awaited<ReturnType<typeof serveSamples>>;
  beforeAll(async () => {
    target = await serveSamples();
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const operation of operations)
      writeFileSync(join(folder, `${operation.id}.ts`), codeOf(operation, 'ts'));
  });
  afterAll(() => {
    target.close();
    rmSync(folder, { recursive: true });
  });

  const codeOf = (operation: Operation, language: string): string =>
    snippetsIn(language).find(({ slug }) => slug === `operations/${operation.id}`)?.code ?? '';

  /** What the target is asked while something runs. */
  const askedBy = async (
    command: string,
    args: string[],
    variables: object = {},
  ): Promise<readonly Asked[]> => {
    const from = target.asked.length;
    await run(command, args, { env: { ...target.environment, ...variables } });
    return target.asked.slice(from);
  };
  const inOrder = (asked: readonly Asked[]): readonly (string | undefined)[] =>
    asked.map(({ method, path }) => operationAt(method, path)?.id);

  test('compile', async () => {
    const extended = { extends: '../tsconfig.json', compilerOptions: { noEmit: true }, include: ['.'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(extended));
    const told = await run('tsc', ['-p', folder]).catch((error: { stdout: string }) => error);
    expect(told.stdout).toBe('');
  });

  test('send the operation that they are about, by curl as from TypeScript', async () => {
    const imports = operations.map(({ id }) => `await import('./${id}.ts');`);
    writeFileSync(join(folder, 'all.ts'), imports.join('\n'));
    const script = operations.map((operation) => codeOf(operation, 'sh')).join('\n');
    const names = operations.flatMap(({ pathParameters }) =>
      pathParameters.map(({ name }) => placeholder(name)),
    );
    const fromTypeScript = await askedBy(process.execPath, [
      '--conditions=@agent-workers/source',
      join(folder, 'all.ts'),
    ]);
    const byCurl = await askedBy(
      'sh',
      ['-ec', script],
      Object.fromEntries(names.map((name) => [name, name])),
    );
    expect(inOrder(fromTypeScript)).toEqual(operations.map(({ id }) => id));
    expect(inOrder(byCurl)).toEqual(inOrder(fromTypeScript));
    expect(byCurl.map(({ body }) => body)).toEqual(fromTypeScript.map(({ body }) => body));
    const needed = operations.map(({ security }) => security !== 'none');
    expect(byCurl.map(({ credential }) => credential !== undefined)).toEqual(needed);
  });
});

test('each command of the CLI on the site is one that it takes', () => {
  const calls = [...snippetsIn('sh'), ...snippetsIn('console')].flatMap(({ slug, code }) =>
    [
      ...code
        .replaceAll(/\\\n\s*/g, '')
        .matchAll(/npx(?: -y)? @agent-workers\/conformance\b(?!-)([^\n|#]*)/g),
    ].map(([, words = '']) => ({ slug, words })),
  );
  expect(calls.length).toBeGreaterThan(500);
  const refused = calls.flatMap(({ slug, words }) => {
    const args = wordsOf(words);
    const command = namedCommand(args) ?? 'run';
    const given = namedCommand(args) === undefined ? args : args.slice(command.split(' ').length);
    const options = given.slice(
      Math.max(
        0,
        given.findIndex((word) => word.startsWith('--')),
      ),
    );
    try {
      if (options.some((word) => word.startsWith('--'))) parseOptions(command, options);
      return [];
    } catch (error) {
      return [`${slug}: ${words}: ${error instanceof Error ? error.message : error}`];
    }
  });
  expect(refused).toEqual([]);
});

test('each command of the server on the site is one that it takes', () => {
  const calls = [...snippetsIn('sh'), ...snippetsIn('console')].flatMap(({ slug, code }) =>
    [
      ...code
        .replaceAll(/\\\n\s*/g, '')
        .matchAll(/(?:npx(?: -y)? @agent-workers\/|^agent-workers-)server\b([^\n|#>]*)/gm),
    ].map(([, words = '']) => ({ slug, words: wordsOf(words) })),
  );
  expect(calls.length).toBeGreaterThan(10);
  const commands: Readonly<Record<string, { readonly options: object }>> = commandTable;
  const refused = calls.flatMap(({ slug, words }) => {
    const [first = '--'] = words;
    const known = commands[first.startsWith('-') ? 'serve' : words.slice(0, 2).join(' ')] ?? commands[first];
    const options = words.filter((word) => word.startsWith('--')).map((word) => word.slice(2).split('=')[0]);
    const others = options.filter(
      (name) => name !== 'help' && !Object.hasOwn(known?.options ?? {}, name ?? ''),
    );
    return known === undefined || others.length > 0 ? [`${slug}: ${words.join(' ')}`] : [];
  });
  expect(refused).toEqual([]);
});

/** As a shell splits them, as far as documents write them. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, one, two, three]) => one ?? two ?? three ?? '',
  );
}

test('each deployment config on the site is valid', () => {
  const configs = snippetsIn('yaml')
    .map(({ slug, code }) => ({ slug, config: parse(code) }))
    .filter(({ config }) =>
      ['agentsUrl', 'openapi', 'bindings'].some((key) => Object.hasOwn(config ?? {}, key)),
    );
  expect(configs.length).toBeGreaterThan(3);
  const wrong = configs.flatMap(({ slug, config }) => {
    const parsed = configSchema.safeParse(config);
    return parsed.success ? [] : [`${slug}: ${parsed.error.message}`];
  });
  expect(wrong).toEqual([]);
});
