import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reference, startReference } from './helpers/reference-server.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const snippets = readme.split('\n## ').flatMap((section) => {
  const [title = ''] = section.split('\n', 1);
  return [...section.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => [title, code] as const);
});

/** What each snippet prints, in a form that holds for every deployment. */
const printed: Record<string, RegExp> = {
  Runs: /^.+\n---\ntrue\n\[ 'user', 'assistant', 'user', 'assistant' \] job: null\n$/s,
  'One function per operation': /^getAgentRun 404\n$/,
  Clients: /^You are a calculator\.\nlisted\n200 false\n$/,
  Lists: /^a\nb\nc\n3 runs; resume at 2026-01-02T00:00:00Z\n$/,
  'Schemas and profiles': /^3\ngetAgent answer \[ '\w+' \]\n1\n$/,
  'Tests of your own': /^42\n\[(.*getRunMessages.*){3}/s,
};

describe('Every snippet of the README runs', () => {
  let reference: Reference;
  beforeAll(async () => {
    reference = await startReference();
  });
  afterAll(() => reference.stop());

  it('and has an expectation', () => {
    expect(snippets.map(([title]) => title)).toEqual(Object.keys(printed));
  });

  it.each(snippets)('%s', async (title, code) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=@agent-workers/source', '--input-type=module-typescript', '--eval', code],
      { cwd: folder, env: { ...process.env, ...environment() } },
    );
    expect(stdout).toMatch(printed[title] ?? /^never$/);
  });

  function environment(): Record<string, string> {
    const { agentsUrl, baseUrl, credentials, fixtures } = reference;
    return {
      AGENT_WORKERS_AGENTS_URL: agentsUrl,
      AGENT_WORKERS_BASE_URL: baseUrl,
      AGENT_WORKERS_API_KEY: credentials.apiKey,
      AGENT_WORKERS_JWT: credentials.jwt,
      AGENT_ID: fixtures.agentId,
    };
  }
});
