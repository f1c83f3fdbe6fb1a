import { UsageError } from '../deployment/errors.ts';
import { openBroker } from '../pact/broker/hal.ts';
import { type Matrix, readMatrix } from '../pact/broker/matrix.ts';
import { printableText } from '../report/printable.ts';
import { parseOptions } from './options/parse-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/** `agent-conformance pact matrix`: which versions of a client or provider fit to which of the others. */
export async function pactMatrixCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const values = parseOptions('pact matrix', args);
  const { pacticipant, version } = values;
  if (pacticipant === undefined) throw new UsageError('pact matrix needs --pacticipant.');
  const hal = openBroker(values.broker, terminal);
  const rows = (await readMatrix(hal, { selectors: [{ pacticipant, version }] })).matrix.map(toRow);
  terminal.out(values.json ? `${JSON.stringify(rows, null, 2)}\n` : format(rows));
  return 0;
}

interface Row {
  readonly consumer: string;
  readonly consumerVersion: string;
  readonly provider: string;
  readonly providerVersion: string;
  readonly result: 'verified' | 'broken' | 'unknown';
}

function toRow({ consumer, provider, verificationResult }: Matrix['matrix'][number]): Row {
  const isVerified = verificationResult?.success;
  return {
    consumer: consumer.name,
    consumerVersion: consumer.version?.number ?? '',
    provider: provider.name,
    providerVersion: provider.version?.number ?? '',
    result: isVerified === undefined ? 'unknown' : isVerified ? 'verified' : 'broken',
  };
}

function format(rows: readonly Row[]): string {
  if (rows.length === 0) return 'There is no contract with it.\n';
  const columns = ['consumer', 'consumerVersion', 'provider', 'providerVersion', 'result'] as const;
  const heads = ['consumer', 'version', 'provider', 'version', 'result'];
  const cells = [heads, ...rows.map((row) => columns.map((column) => printableText(row[column])))];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  return `${cells.map(line).join('\n')}\n`;
}
