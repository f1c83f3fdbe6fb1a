import { digestConfig } from '../attestation/config-digest.ts';
import { digestContract, digestResults } from '../attestation/digests.ts';
import { signStatement } from '../attestation/envelope.ts';
import { makeStatement } from '../attestation/make-statement.ts';
import { UsageError } from '../deployment/errors.ts';
import { readConfig } from '../deployment/read-config.ts';
import { readReportAt } from '../results/read-results.ts';
import { parseOptions } from './options/parse-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';
import { readText, writeText } from './text-file.ts';

/** `agent-conformance attest RESULTS`: states what a run found, signed with `--signing-key`, for `actions/attest` without. */
export async function attestCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const [folder, ...rest] = args;
  if (folder === undefined || folder.startsWith('-'))
    throw new UsageError(
      'attest needs the results folder first: agent-conformance attest RESULTS --signing-key FILE',
    );
  const values = parseOptions('attest', rest);
  const config =
    values.config === undefined ? undefined : await readConfig(values.config, terminal.environment);
  const report = await readReportAt(folder);
  const statement = makeStatement({
    subject: await digestResults(folder),
    report,
    contractDigest: await digestContract(),
    configDigest: config === undefined ? undefined : digestConfig(config),
    targetVersion: values['target-version'] ?? report.target.version,
  });
  const attestation =
    values['signing-key'] === undefined
      ? statement
      : signStatement(statement, await readText(values['signing-key']));
  const text = `${JSON.stringify(attestation, null, 2)}\n`;
  if (values.out === undefined) terminal.out(text);
  else await writeText(values.out, text);
  return 0;
}
