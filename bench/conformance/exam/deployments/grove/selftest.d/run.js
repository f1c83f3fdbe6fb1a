// The selftest: the walk without a fault, then a probe for each fault. With names as arguments, only those.

import { AssertionError } from 'node:assert';
import { readFileSync } from 'node:fs';
import { start } from './deployment.js';
import { faults } from './all.js';
import { checkList } from './list.js';
import { walks } from './walks.js';

const wanted = process.argv.slice(2);
const chosen = (name) => wanted.length === 0 || wanted.includes(name);

let failed = 0;
function report(name, problem) {
  if (problem) failed += 1;
  if (problem || wanted.length > 0) console.log(`${problem ? 'FAIL' : 'ok  '} ${name}${problem ? `: ${problem}` : ''}`);
}

/** What the action throws on a deployment of its own, or undefined. */
async function thrown(fault, action) {
  const deployment = await start(fault);
  try {
    await action(deployment);
    return fault === '' && deployment.errors() ? new Error(`wrote errors: ${deployment.errors()}`) : undefined;
  } catch (error) {
    return error;
  } finally {
    await deployment.stop();
  }
}

for (const [name, walk] of Object.entries(walks)) {
  if (!chosen(name)) continue;
  const error = await thrown('', walk);
  report(`walk ${name}`, error && (error.stack ?? error));
}

for (const fault of faults) {
  if (!chosen(fault.id)) continue;
  const without = await thrown('', fault.probe);
  if (without) {
    report(fault.id, `the probe fails without the fault: ${without.stack}`);
    continue;
  }
  const withFault = await thrown(fault.id, fault.probe);
  if (!withFault) report(fault.id, 'the probe passes with the fault');
  else if (!(withFault instanceof AssertionError)) report(fault.id, `the probe breaks with the fault: ${withFault.stack}`);
  else report(fault.id);
}

if (wanted.length === 0) {
  const listed = JSON.parse(readFileSync(new URL('../faults.json', import.meta.url), 'utf8'));
  for (const problem of checkList(listed, faults)) report('faults.json', problem);
  console.log(`${Object.keys(walks).length} walks, ${faults.length} faults, ${failed} failed`);
}
process.exit(failed === 0 ? 0 : 1);
