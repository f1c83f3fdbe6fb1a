import { existsSync } from 'node:fs';
import { UsageError } from '../deployment/errors.ts';
import { findDeployment } from '../deployment/find-deployment.ts';
import { createLedger } from '../exchanges/create-ledger.ts';
import { appendToLedger, readLedger } from '../results/ledger-file.ts';
import { resultPath } from '../results/result-files.ts';
import { cleanUp } from '../runner/clean-up.ts';
import { createDriver } from '../runner/driver.ts';
import { nothingShown } from '../runner/nothing-shown.ts';
import { loadSpec } from '../spec/load-spec.ts';
import { describeCleanUp } from './describe-clean-up.ts';
import { parseFolder } from './options/parse-places.ts';
import { toMilliseconds, toTargetOptions } from './target-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/** `agent-conformance clean RESULTS`: removes what a run has left on its target; nothing but what its ledger names. */
export async function cleanCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const { folder, values } = parseFolder('clean', args);
  const kept = await readLedger(folder);
  if (kept === undefined && !existsSync(resultPath(folder, 'plan')))
    throw new UsageError(`${folder} holds no results of a run: it has no plan.json. Nothing was sent.`);
  const ledger = createLedger((entry) => appendToLedger(folder, entry), kept?.entries);
  if (ledger.left().length === 0) {
    terminal.out(`Nothing is left of what ${folder} tells of.\n`);
    return 0;
  }
  const { deployment, stop } = await findDeployment(toTargetOptions(values), terminal.environment, refuse);
  if (deployment.baseUrl !== kept?.target) {
    throw new UsageError(
      `${folder} tells of things on ${kept?.target}, not on ${deployment.baseUrl ?? 'this target'}. Nothing was sent.`,
    );
  }
  const { signal } = terminal;
  const driver = createDriver({
    ...toMilliseconds(values),
    ...nothingShown,
    deployment,
    ledger,
    signal,
    record: () => {},
  });
  try {
    const cleaned = await cleanUp(driver, { ledger, deployment, operations: (await loadSpec()).operations });
    terminal.out(`${describeCleanUp(cleaned)}\n`);
    return cleaned.leftovers.some(({ removable }) => removable) ? 3 : 0;
  } finally {
    await driver.close();
    await stop();
  }
}

/** An embedded deployment is gone with the run that started it, and all that was made there with it. */
function refuse(): Promise<never> {
  return Promise.reject(
    new UsageError('clean needs the target that the run was against: --config FILE, or --base-url URL.'),
  );
}
