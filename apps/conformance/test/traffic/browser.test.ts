import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { isWhole } from '../helpers/is-whole.ts';
import { runCli } from '../helpers/judge-target.ts';
import { standBefore } from '../helpers/stand-before.ts';
import { browseInChromium } from './browser-session.ts';
import type { Fetch } from './capturing.ts';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

let folder: string;
beforeAll(async () => {
  if (!existsSync(executablePath)) throw new Error(`There is no ${executablePath}. Run .ci/install-browser.`);
  folder = await mkdtemp(join(tmpdir(), 'browser-'));
});
afterAll(() => rm(folder, { recursive: true }));

type Wrap = (fetch: Fetch) => Fetch;

const lawful: Wrap = (fetch) => fetch;

const listsNothing: Wrap = (fetch) => async (request) => {
  const response = await fetch(request);
  return request.url.endsWith('/me/agents') && response.ok ? Response.json('none') : response;
};

const tellsNoRun: Wrap = (fetch) => async (request) => {
  const response = await fetch(request);
  if (request.method !== 'PUT') return response;
  const headers = new Headers(response.headers);
  headers.delete('x-service-run-id');
  return new Response(response.body, { status: response.status, headers });
};

const verdictsIn = ({ rules }: Report) =>
  rules.flatMap(({ id, verdict }) => (verdict === 'passed' || verdict === 'failed' ? [[id, verdict]] : []));

const deployments: readonly [name: string, wrap: Wrap, broken: readonly string[]][] = [
  ['a lawful deployment', lawful, []],
  ['one that tells no run id', tellsNoRun, ['run.put-returns-run-id']],
  ['one whose list of agents is a word', listsNothing, ['agents.list']],
];

/** CI takes two, WHOLE=1 takes all. */
test.each(deployments.slice(0, isWhole ? 3 : 2))(
  'a session in Chromium with %s is judged by the proxy and by its HAR alike',
  async (_, wrap, broken) => {
    const har = join(folder, `${crypto.randomUUID()}.har`);
    const { access, end } = await standBefore(['proxy', '--json'], folder, { wrap });
    await browseInChromium(executablePath, har, access);
    const live: Report = JSON.parse((await end()).out);
    const { out } = await runCli([
      ...['judge', '--har', har, '--json', '--config', join(folder, 'deployment.json')],
      ...['--agents-url', access.agentsUrl, '--base-url', access.baseUrl],
    ]);
    expect(verdictsIn(JSON.parse(out))).toEqual(verdictsIn(live));
    expect(live.findings.map(({ rule }) => rule)).toEqual(broken);
    expect(verdictsIn(live).length).toBeGreaterThan(15);
  },
);
