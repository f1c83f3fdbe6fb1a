/**
 * Drives a run against a deployment in memory without a fault, changes one recorded answer at a time and judges the
 * recording again: every documented refusal with the status of another refusal, every record as null, 7 and [].
 * Command: node --conditions=@agent-workers/source changed-recording/main.ts
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Exchange } from '../../../apps/conformance/src/exchanges/exchange.ts';
import { readResults } from '../../../apps/conformance/src/results/read-results.ts';
import { recordedBatches } from '../../../apps/conformance/src/runner/recorded-batches.ts';
import { loadSpec } from '../../../apps/conformance/src/spec/load-spec.ts';
import { judge } from '../../../apps/conformance/src/verdicts/judge.ts';
import { backgroundOf, toRecording } from '../../../apps/conformance/src/verdicts/to-recording.ts';
import { judgeStyle } from '../../../apps/conformance/test/styles/judge-style.ts';
import { namedStyles } from '../../../apps/conformance/test/styles/named-styles.ts';
import { type Change, changedRecords, changedRefusals } from './changes.ts';

const [style] = namedStyles;
const folder = await mkdtemp(join(tmpdir(), 'changed-recording-'));
const args = ['--scenarios', '0', '--seed', '7', '--results', folder];
await judgeStyle(style, { withDocument: true, args });
const { operations } = await loadSpec();
const { plan, exchanges: recorded } = await readResults(folder);
const exchanges: Exchange[] = [];
for await (const batch of recordedBatches(recorded, plan)) exchanges.push(...batch.exchanges);
await rm(folder, { recursive: true });
const rules = plan.rules.filter(({ basis }) => basis !== 'declared');
const background = backgroundOf(plan, operations);

const changes = [...changedRefusals(exchanges, operations, rules), ...changedRecords(exchanges, operations)];
const judged = changes.map((change, index) => {
  const isNoticed = notices(change);
  process.stdout.write(
    `${index + 1}/${changes.length} ${isNoticed ? 'noticed' : 'MISSED'} ${change.isCertain ? '' : '(uncertain) '}${change.what}\n`,
  );
  return { ...change, isNoticed };
});

process.stdout.write('\n| changed answers | noticed |\n| --------------- | ------- |\n');
tell('refusals whose condition is certain', ({ kind, isCertain }) => kind === 'refusal' && isCertain);
tell('other refusals', ({ kind, isCertain }) => kind === 'refusal' && !isCertain);
tell('records', ({ kind }) => kind === 'record');

/** By the rules of its operation: no other one looks at the answer alone. */
function notices({ exchange }: Change): boolean {
  const near = rules.filter((rule) => rule.operations.includes(exchange.operation));
  const changed = exchanges.map((one) => (one.id === exchange.id ? exchange : one));
  return judge(toRecording(changed, background), near).some(({ verdict }) => verdict === 'failed');
}

function tell(name: string, suits: (change: Change) => boolean): void {
  const of = judged.filter(suits);
  const noticed = of.filter(({ isNoticed }) => isNoticed).length;
  const share = of.length === 0 ? 100 : Math.floor((100 * noticed) / of.length);
  process.stdout.write(`| ${name} | ${noticed} of ${of.length} (${share} %) |\n`);
}
