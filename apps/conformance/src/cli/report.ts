import { UsageError } from '../deployment/errors.ts';
import { didYouMean } from '../deployment/nearest.ts';
import { type Format, type FormatName, formats } from '../report/formats/formats.ts';
import { openText } from '../results/open-text.ts';
import { readReported } from '../results/read-results.ts';
import { parseFolder } from './options/parse-places.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/** `agent-conformance report`: makes one form of report again from a results folder; talks to no target. */
export async function reportCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const { folder, values } = parseFolder('report', args);
  const format = findFormat(values.format);
  const results = await readReported(folder);
  if (values.out === undefined) {
    for await (const piece of format.write(results, terminal.colour)) terminal.out(piece);
  } else {
    await writeTo(values.out, format.write(results, false));
  }
  return 0;
}

function findFormat(name: string): Format {
  if (isFormat(name)) return formats[name];
  const known = Object.keys(formats);
  throw new UsageError(
    `report has no format ${name}.${didYouMean(name, known)} There are ${known.join(', ')}.`,
  );
}

function isFormat(name: string): name is FormatName {
  return Object.hasOwn(formats, name);
}

async function writeTo(path: string, pieces: AsyncIterable<string>): Promise<void> {
  try {
    const file = openText(path);
    for await (const piece of pieces) file.write(piece);
    file.close();
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${path} can't be written: ${why}`, { cause });
  }
}
