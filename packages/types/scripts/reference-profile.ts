import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServerProcess } from '@agent-workers/test-deployment/start-server-process';
import { profileFromOpenApi } from '../src/profiles/from-openapi.ts';
import { parseDocument } from '../src/profiles/openapi-document.ts';

export const referenceProfile = fileURLToPath(new URL('../src/profiles/gen/reference.ts', import.meta.url));

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
  const server = await startServerProcess(['--exit-with-parent', '--data-dir', join(folder, 'data')]);
  try {
    return await (await fetch(new URL('/openapi.json', server.ready.baseUrl))).text();
  } finally {
    await server.crash();
    rmSync(folder, { recursive: true, force: true });
  }
}
