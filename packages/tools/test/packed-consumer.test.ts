import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));

const compilerOptions = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  resolveJsonModule: true,
  noEmit: true,
};

/** Written as a user would, with nothing else installed: a call of a model, decoded and run. */
const program = `
import { type CreatePushInput, validate } from '@agent-workers/tools';
import { createExecutor, embeddedBackend } from '@agent-workers/tools/executor';
import manifest from '@agent-workers/tools/json/manifest.json' with { type: 'json' };
import { openAiChat } from '@agent-workers/tools/openai';
import { createNotificationService } from '@agent-workers/tools/service';

const push: CreatePushInput = { type: 'link', url: 'https://example.org' };
const service = await createNotificationService();
const { token } = await service.createUser({ email: 'sam@example.org', name: 'Sam' });
const executor = createExecutor({ backend: embeddedBackend({ service, token }) });
const call = { id: 'c', function: { name: 'NOTIFIER_CREATE_PUSH', arguments: JSON.stringify(push) } };
const answer = await openAiChat().respond(call, { run: executor.run });
const { url } = JSON.parse(answer.content);
console.log(JSON.stringify([validate('NOTIFIER_CREATE_PUSH', push).ok, url, manifest.tools.length]));
`;

describe('A program that installs the packed package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'consumer-'));
  const installed = join(folder, 'node_modules/@agent-workers/tools');

  beforeAll(() => {
    if (!existsSync(join(source, 'dist/index.js')))
      throw new Error("The package isn't built. Run: pnpm build");
    const packed = mkdtempSync(join(folder, 'packed-'));
    execFileSync('pnpm', ['pack', '--pack-destination', packed], { cwd: source, stdio: 'pipe' });
    const [tarball = ''] = readdirSync(packed);
    execFileSync('tar', ['-xzf', join(packed, tarball), '-C', packed]);
    mkdirSync(join(folder, 'node_modules/@agent-workers'), { recursive: true });
    symlinkSync(join(packed, 'package'), installed);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'program.ts'), program);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('compiles under strict flags with module %s and resolution %s', (module, moduleResolution) => {
    const config = {
      compilerOptions: { ...compilerOptions, module, moduleResolution },
      files: ['program.ts'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(source, 'node_modules/.bin/tsc');
    expect(execFileSync(tsc, ['-p', folder, '--pretty', 'false'], { encoding: 'utf8' })).toBe('');
  });

  it('runs', () => {
    const output = execFileSync(process.execPath, ['program.ts'], { cwd: folder, encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual([true, 'https://example.org', 15]);
  });

  it('has a command that says how to use it', () => {
    const bin = join(installed, 'bin/agent-workers-tools.js');
    expect(() => execFileSync(process.execPath, [bin], { encoding: 'utf8', stdio: 'pipe' })).toThrow(
      /Name one command/,
    );
  });

  it('says what to install where the SDK of MCP is missing', () => {
    const bin = join(installed, 'bin/agent-workers-tools.js');
    const start = () =>
      execFileSync(process.execPath, [bin, 'mcp'], { encoding: 'utf8', stdio: 'pipe', input: '' });
    expect(start).toThrow(/MCP needs @modelcontextprotocol\/sdk/);
  });

  it('serves MCP where the SDK is there, as npx would start it', async () => {
    const sdk = join(source, 'node_modules/@modelcontextprotocol');
    symlinkSync(sdk, join(folder, 'node_modules/@modelcontextprotocol'));
    const client = new Client({ name: 'test', version: '1' });
    const args = [join(installed, 'bin/agent-workers-tools.js'), 'mcp'];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' }));
    expect((await client.listTools()).tools).toHaveLength(15);
    await client.close();
  });
});
