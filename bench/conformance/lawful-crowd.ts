/**
 * Whether ten lawful clients at once get a finding: each seed draws a lawful deployment, stands the proxy before it, and
 * lets six clients pass the proxy and four go past it. Ends with 1 where one gets a finding.
 * Command: node lawful-crowd.ts [seeds, default 100] [first seed, default 1]
 */

import { judgeCrowd } from '../../apps/conformance/test/traffic/crowd.ts';

const [count = '100', firstSeed = '1'] = process.argv.slice(2);
let alarms = 0;
let [fewest, requests] = [Number.POSITIVE_INFINITY, 0];

for (let seed = Number(firstSeed); seed < Number(firstSeed) + Number(count); seed += 1) {
  const { findings, summary } = await judgeCrowd(seed);
  fewest = Math.min(fewest, summary.rules.passed);
  requests += summary.requests;
  if (findings.length === 0) continue;
  alarms += 1;
  for (const { rule, operation, expected, observed } of findings)
    process.stdout.write(`seed ${seed}: ${rule}, ${operation}: ${expected}, but ${observed}\n`);
}
process.stdout.write(
  `${alarms} of ${count} deployments got a finding; ${requests} exchanges judged, at least ${fewest} rules verified each\n`,
);
process.exitCode = alarms === 0 ? 0 : 1;
