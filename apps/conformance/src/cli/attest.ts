import { digestResults } from '../attestation/digests.ts';
import { signStatement } from '../attestation/envelope.ts';
import { makeStatement } from '../attestation/make-statement.ts';
import type { Statement } from '../attestation/statement.ts';
import { UsageError } from '../deployment/errors.ts';
import { readInputs, readReportAt } from '../results/read-results.ts';
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
  const statement = await statementOf(folder, await digestResults(folder));
  const attestation =
    values['signing-key'] === undefined
      ? statement
      : signStatement(statement, await readText(values['signing-key']));
  const text = `${JSON.stringify(attestation, null, 2)}\n`;
  if (values.out === undefined) terminal.out(text);
  else await writeText(values.out, text);
  return 0;
}

/**
 * What can be stated of a run, by its results alone.
 *
 * @throws UsageError when something is missing that a statement rests on
 */
export async function statementOf(folder: string, subject: Statement['subject']): Promise<Statement> {
  const inputs = await readInputs(folder);
  if (inputs === undefined) throw new UsageError(`${folder} doesn't say what its run was given.`);
  return makeStatement({ subject, report: await readReportAt(folder), inputs });
}
