/**
 * Whether ten lawful clients at once get a finding: each seed draws a lawful deployment, stands the proxy before it, and
 * lets six clients pass the proxy and four go past it. Besides, users go on their journeys while somebody whom nobody
 * records changes and removes what is theirs. Ends with 1 where one gets a finding.
 * Command: node --conditions=@agent-workers/source lawful-crowd.ts [seeds, default 100] [first seed, default 1]
 */

import { randomStyle } from '../../apps/conformance/test/styles/style-arbitrary.ts';
import { judgeCrowd } from '../../apps/conformance/test/traffic/crowd.ts';
import { judgeMeddled } from '../../apps/conformance/test/traffic/meddled.ts';

const [count = '100', firstSeed = '1'] = process.argv.slice(2);
let alarms = 0;
let [fewest, requests] = [Number.POSITIVE_INFINITY, 0];
let [fewestMeddled, meddled] = [Number.POSITIVE_INFINITY, 0];

for (let seed = Number(firstSeed); seed < Number(firstSeed) + Number(count); seed += 1) {
  const { findings, summary } = await judgeCrowd(seed);
  fewest = Math.min(fewest, summary.rules.passed);
  requests += summary.requests;
  const journeys = await judgeMeddled(randomStyle(seed), seed);
  fewestMeddled = Math.min(fewestMeddled, journeys.passed.length);
  meddled += journeys.exchanges.length;
  if (findings.length > 0 || journeys.broken.length > 0) alarms += 1;
  for (const { rule, operation, expected, observed } of findings)
    say(`seed ${seed}: ${rule}, ${operation}: ${expected}, but ${observed}`);
  for (const rule of journeys.broken) say(`seed ${seed}, journeys: ${rule}`);
  if ((seed - Number(firstSeed) + 1) % 10 === 0)
    say(`${seed - Number(firstSeed) + 1} tried, ${alarms} alarms`);
}
say(`${alarms} of ${count} deployments got a finding`);
say(`crowd: ${requests} exchanges judged, at least ${fewest} rules verified each`);
say(
  `journeys beside somebody unseen: ${meddled} exchanges judged, at least ${fewestMeddled} rules verified each`,
);
process.exitCode = alarms === 0 ? 0 : 1;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
