/**
 * Real clients through the proxy, before the reference deployment as it is and with mutants: the example programs of our
 * client, a session in Chromium, and autocannon. The HAR of the session in Chromium has to come to the same verdicts. Ends
 * with 1 where the deployment as it is gets a finding, a mutant gets none of any client, or a HAR says something else.
 * Command: node --conditions=@agent-workers/source main.ts
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../../apps/conformance/src/report/report.ts';
import { loadSpec } from '../../../apps/conformance/src/spec/load-spec.ts';
import { listen } from '../../../apps/conformance/test/helpers/listen.ts';
import { type Reference, startReference } from '../../../apps/conformance/test/helpers/reference.ts';
import { allMutants } from '../../../apps/conformance/test/kill-matrix/kill-matrix.ts';
import type { Mutant } from '../../../apps/conformance/test/mutants/mutant.ts';
import type { Access } from '../../../apps/conformance/test/traffic/clients.ts';
import { runExamples } from '../example-programs.ts';
import { browse, load } from './sessions.ts';
import { judgeHar, standBefore } from './stand-before.ts';

/** Each is what at least one of the clients comes to. */
const broken = ['run.put-returns-run-id', 'agent-runs.list', 'agents.list'];

const reference = await startReference();
const folder = await mkdtemp(join(tmpdir(), 'through-the-proxy-'));
const har = join(folder, 'session.har');
const clients = { 'example programs': runExamples, Chromium: browse(har), autocannon: load };
const { workers, user } = await allMutants(await loadSpec());
const mutants = broken.flatMap((rule) => [...workers, ...user].find((one) => one.rule === rule) ?? []);
let failures = 0;
try {
  say('| deployment | client | exchanges | rules passed | rules broken |');
  say('| ---------- | ------ | --------- | ------------ | ------------ |');
  for (const mutant of [undefined, ...mutants]) await judgeAll(mutant);
} finally {
  await reference.close();
  await rm(folder, { recursive: true });
}
process.exitCode = failures === 0 ? 0 : 1;

async function judgeAll(mutant: Mutant | undefined): Promise<void> {
  const target = await listen(mutant === undefined ? reference.fetch : mutant.wrap(reference));
  const config = reference.config(target.url);
  const found = new Set<string>();
  for (const [name, go] of Object.entries(clients)) {
    const proxy = await standBefore(config, folder);
    // A client may well stumble over what a broken deployment answers.
    await go(accessAt(proxy.origin, reference)).catch((error: unknown) => {
      if (mutant === undefined) throw error;
    });
    const report = await proxy.end();
    for (const rule of rulesIn(report, 'failed')) found.add(rule);
    tell(mutant, name, report);
    if (name === 'Chromium') await compare(mutant, report, { ...config, ...addressesAt(proxy.origin) });
  }
  const isAsDue = mutant === undefined ? found.size === 0 : found.has(mutant.rule);
  if (!isAsDue) fail(mutant === undefined ? 'a false alarm' : `nobody found ${mutant.rule}`);
  await target.close();
}

async function compare(mutant: Mutant | undefined, live: Report, config: object): Promise<void> {
  const later = await judgeHar(har, config, folder);
  tell(mutant, 'its HAR', later);
  for (const verdict of ['passed', 'failed'] as const)
    if (rulesIn(later, verdict).join() !== rulesIn(live, verdict).join())
      fail(`the HAR says otherwise than the proxy what ${verdict}`);
}

function accessAt(origin: string, { apiKey, jwt, agentId }: Reference): Access {
  return { fetch, ...addressesAt(origin), apiKey, jwt, agentId };
}

/** Both addresses have one origin, so that the proxy leaves paths as they are. */
function addressesAt(origin: string): Pick<Access, 'agentsUrl' | 'baseUrl'> {
  return { agentsUrl: `${origin}/agents`, baseUrl: origin };
}

function rulesIn({ rules }: Report, verdict: 'passed' | 'failed'): readonly string[] {
  return rules.filter((one) => one.verdict === verdict).map(({ id }) => id);
}

function tell(mutant: Mutant | undefined, client: string, report: Report): void {
  const cells = [
    mutant === undefined ? 'as it is' : mutant.breaks,
    client,
    report.summary.requests,
    rulesIn(report, 'passed').length,
    rulesIn(report, 'failed').join(', ') || 'none',
  ];
  say(`| ${cells.join(' | ')} |`);
}

function fail(why: string): void {
  failures += 1;
  say(`FAILED: ${why}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
