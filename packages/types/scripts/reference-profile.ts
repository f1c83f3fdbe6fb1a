import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { profileFromOpenApi } from '../src/profiles/from-openapi.ts';
import { parseDocument } from '../src/profiles/openapi-document.ts';

export const referenceProfile = fileURLToPath(new URL('../src/profiles/gen/reference.ts', import.meta.url));

const server = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url));
const biome = fileURLToPath(new URL('../../../node_modules/.bin/biome', import.meta.url));

/** The profile of the reference deployment, from the document that it serves: written as the repository writes code. */
export async function makeReferenceProfile(): Promise<string> {
  const { source } = profileFromOpenApi(
    parseDocument(await fetchDocument(), 'its document'),
    'the document of @agent-workers/server',
  );
  const code = source
    .replace("'@agent-workers/types/profiles'", "'../define-profile.ts'")
    .replace('export const profile:', 'export const reference:');
  const flags = ['check', '--write', `--stdin-file-path=${referenceProfile}`];
  return execFileSync(biome, flags, { input: code, encoding: 'utf8' });
}

async function fetchDocument(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'reference-profile-'));
  const options = [
    '--sandbox',
    '--ready-json',
    '--exit-with-parent',
    '--port',
    '0',
    '--data-dir',
    join(folder, 'data'),
  ];
  const child = spawn(process.execPath, ['--conditions=@agent-workers/source', server, ...options], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: '' },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    const line = await new Promise<string>((resolve) =>
      createInterface({ input: child.stdout }).once('line', resolve),
    );
    const { baseUrl } = JSON.parse(line) as { baseUrl: string };
    return await (await fetch(new URL('/openapi.json', baseUrl))).text();
  } finally {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
