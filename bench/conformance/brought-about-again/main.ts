/**
 * Every finding of the mutants, or of the fault model, once more with its fault and once without: by `replay`, and by its
 * script with a real shell, curl and jq. Neither may say "fixed" while the fault is there, nor "broken" when it is gone.
 * Command: node --conditions=@agent-workers/source brought-about-again/main.ts [--of mutants|faults] [--part 1/4]
 *   [--only TEXT] [--at-once 2] [--json FILE]
 * Exit code: 1 where one of them was wrong.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { inParallel } from '../../../apps/conformance/src/runner/in-parallel.ts';
import {
  type BroughtAbout,
  bringAboutAgain,
} from '../../../apps/conformance/test/helpers/bring-about-again.ts';
import { faultsOf } from './faults-of.ts';
import { isWrong, tableOf } from './table-of.ts';

const { values } = parseArgs({
  options: {
    of: { type: 'string', default: 'mutants' },
    part: { type: 'string', default: '1/1' },
    only: { type: 'string', default: '' },
    'at-once': { type: 'string', default: '2' },
    json: { type: 'string' },
  },
});
const [part = 1, parts = 1] = values.part.split('/').map(Number);
const faults = (await faultsOf(values.of)).filter(
  ({ id }, index) => index % parts === part - 1 && values.only.split(',').some((text) => id.includes(text)),
);
let done = 0;
const again: (BroughtAbout & { readonly id: string })[] = [];
await inParallel(faults, Number(values['at-once']), async ({ id, ...fault }) => {
  const brought = await bringAboutAgain(fault);
  done += 1;
  say(`${done}/${faults.length} ${id}: ${brought === undefined ? 'not found' : wordsOf(brought)}`);
  if (brought === undefined) return;
  again.push({ id, ...brought });
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(again, null, 2)}\n`);
});
say(`\n${again.length} of ${faults.length} found\n\n${tableOf(again)}`);
const wrong = again.filter(isWrong);
for (const one of wrong) say(`WRONG ${one.id}: ${wordsOf(one)}`);
process.exitCode = wrong.length > 0 ? 1 : 0;

function wordsOf({ finding, live, gone }: BroughtAbout): string {
  const { expected, observed } = finding.details;
  return `${expected.kind}, ${observed.kind}: replay ${live.replay} ${gone.replay}, script ${live.script} ${gone.script}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
