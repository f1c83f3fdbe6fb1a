import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { UserError } from '../platform/errors.ts';
import { sendToRunning } from './admin/ask-admin.ts';
import { commandTable } from './options/command-table.ts';
import { readEnvironment } from './options/environment.ts';
import { readMixed } from './options/read-options.ts';
import { withStore } from './with-store.ts';

/** Writes a copy of the embedded database to a file: from a running server's admin port, or while none uses the folder. */
export async function backup(arguments_: string[]): Promise<void> {
  const { values, positionals } = readMixed(commandTable.backup.options, arguments_);
  const [file] = positionals;
  if (file === undefined) throw new UserError('Give the file to write, such as agent-workers.tar.gz.');
  if (values.url !== undefined) await write(file, await fetchBackup(values.url));
  else
    await withStore(values['data-dir'], async ({ dump, place }) => {
      if (!dump) throw new UserError(`${place} is backed up with pg_dump.`);
      await write(file, await dump());
    });
  process.stderr.write(`The backup is in ${file}. Keep the deployment's secret apart from it.\n`);
}

async function fetchBackup(url: string): Promise<ReadableStream<Uint8Array>> {
  const response = await sendToRunning(url, readEnvironment(process.env).ADMIN_TOKEN)('GET', '/backup');
  if (!response.ok || !response.body)
    throw new UserError(`The server gave no backup: ${response.status} ${await response.text()}`);
  return response.body;
}

/** A file of that name is whole, or it isn't there. */
async function write(file: string, content: ReadableStream<Uint8Array>): Promise<void> {
  const draft = `${file}.${process.pid}.part`;
  try {
    const target = createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true });
    await pipeline(content, target);
    await rename(draft, file);
  } catch (cause) {
    await rm(draft, { force: true });
    if (cause instanceof UserError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`The backup can't be written to ${file}: ${reason}.`, { cause });
  }
}
