/**
 * A deployment by hand in a process of its own, with a fault by chance if one is asked for. It prints what the
 * conformance CLI is to be told of it, serves until its standard input closes, and then prints what it was asked.
 * Command: node serve-style.ts [depth seed]
 */
import { depths, randomMutant } from '../../apps/conformance/test/random-mutants/random-mutant.ts';
import { configOf } from '../../apps/conformance/test/styles/config-of.ts';
import { createStyledDeployment } from '../../apps/conformance/test/styles/deployment.ts';
import { namedStyles } from '../../apps/conformance/test/styles/named-styles.ts';
import { describe } from '../../apps/conformance/test/styles/openapi.ts';
import { serve } from '../../apps/conformance/test/styles/serve.ts';

const [style] = namedStyles;
const [wanted, seed] = process.argv.slice(2);
const depth = depths.find((one) => one === wanted);
const mutant = depth === undefined ? undefined : randomMutant(style, depth, Number(seed));
const deployment = createStyledDeployment(style);
const fetch = mutant?.wrap(deployment) ?? deployment.fetch;
let requests = 0;
let firstAt: number | undefined;
const { url, close } = await serve((request) => {
  requests += 1;
  firstAt ??= Date.now();
  return fetch(request);
}, style.workers);
say({
  config: configOf(style, deployment.seeds, url),
  document: describe(style, url),
  mutant: mutant && `${mutant.operator}, ${mutant.subject}`,
});
process.stdin.resume().once('end', async () => {
  say({ requests, firstAt, cpuMs: Math.round(process.cpuUsage().user + process.cpuUsage().system) / 1000 });
  await close();
});

function say(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
