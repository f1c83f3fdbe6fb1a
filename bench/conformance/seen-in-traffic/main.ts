/**
 * Which rules ordinary clients' traffic shows, and which of their mutants it finds. The traffic is that of a client that
 * talks, one that looks round, and one that sends what the contracts of our own client have; what passes is captured
 * and judged as the proxy does, before a deployment in memory.
 * Command: node seen-in-traffic.ts [--table]
 */

import { loadSpec } from '../../apps/conformance/src/spec/load-spec.ts';
import { planTraffic } from '../../apps/conformance/src/traffic/plan-traffic.ts';
import { allMutants } from '../../apps/conformance/test/kill-matrix/kill-matrix.ts';
import type { Mutant } from '../../apps/conformance/test/mutants/mutant.ts';
import { createStyledDeployment } from '../../apps/conformance/test/styles/deployment.ts';
import { namedStyles } from '../../apps/conformance/test/styles/named-styles.ts';
import { capturing, type Fetch } from '../../apps/conformance/test/traffic/capturing.ts';
import { browse, talk } from '../../apps/conformance/test/traffic/clients.ts';
import {
  agentsUrl,
  baseUrl,
  type JudgedTraffic,
  judgeCaptured,
} from '../../apps/conformance/test/traffic/judge-captured.ts';
import { sendPactRequests } from './pact-requests.ts';

const [style] = namedStyles;
const spec = await loadSpec();
const target = { agentsUrl, baseUrl, fixtures: {}, consistencyWindowMs: 0 };
const planned = planTraffic(spec, target, undefined).rules.map(({ id }) => id);
/** Those that `run` judges. */
const checked = spec.rules.filter(({ checks }) => checks !== undefined);
const { broken, passed, exchanges } = await judgeTraffic((fetch) => fetch);
if (broken.length > 0) throw new Error(`False alarms: ${broken.join(', ')}.`);
const observed = new Set(passed);

const { workers, user, sequences } = await allMutants(spec);
const ofWorkers = new Set(workers);
const rows: { rule: string; breaks: string; isFound: boolean }[] = [];
for (const mutant of [...workers, ...user, ...sequences].filter(({ rule }) => observed.has(rule))) {
  const wrapped = await judgeTraffic((fetch, original) => {
    const mutated = mutant.wrap(original);
    // Mutants of the Workers API know its paths only.
    const concerns = (url: string): boolean => url.startsWith(agentsUrl) === ofWorkers.has(mutant);
    return (request) => (concerns(request.url) ? mutated : fetch)(request);
  });
  rows.push({ rule: mutant.rule, breaks: mutant.breaks, isFound: wrapped.broken.includes(mutant.rule) });
}

const share = (part: number, whole: number): string =>
  `${part} of ${whole} (${Math.round((100 * part) / whole)} %)`;
process.stdout.write(`exchanges judged: ${exchanges.length}\n`);
process.stdout.write(`rules that traffic can show: ${share(planned.length, checked.length)}\n`);
process.stdout.write(`observed in this traffic: ${share(observed.size, checked.length)}\n`);
process.stdout.write(
  `mutants of observed rules found: ${share(rows.filter(({ isFound }) => isFound).length, rows.length)}\n`,
);
for (const { rule, breaks } of rows.filter(({ isFound }) => !isFound))
  process.stdout.write(`SURVIVED ${rule}: ${breaks}\n`);
if (process.argv.includes('--table')) for (const { id } of checked) process.stdout.write(`${rowOf(id)}\n`);

function rowOf(rule: string): string {
  const mutants = rows.filter((one) => one.rule === rule);
  const found = mutants.filter(({ isFound }) => isFound).length;
  const seen = observed.has(rule) ? 'observed' : planned.includes(rule) ? 'not in this traffic' : 'no';
  return `| ${rule} | ${seen} | ${mutants.length === 0 ? '' : `${found} of ${mutants.length}`} |`;
}

type Original = Parameters<Mutant['wrap']>[0];

async function judgeTraffic(change: (fetch: Fetch, original: Original) => Fetch): Promise<JudgedTraffic> {
  const { fetch, seeds } = createStyledDeployment(style);
  const [apiKey, jwt] = [seeds.apiKeys.own, seeds.jwt.own];
  const noWords = {
    backgroundMessage: '',
    backgroundErrorMessage: '',
    toolCall: { message: '', name: '', output: '' },
  };
  const capture = capturing(change(fetch, { fetch, apiKey, jwt, ...noWords }));
  const access = { fetch: capture.fetch, agentsUrl, baseUrl, apiKey, jwt, agentId: seeds.agents.worker };
  for (const client of [talk, browse, sendPactRequests]) await client(access);
  return judgeCaptured(capture.captured);
}
