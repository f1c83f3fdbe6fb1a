import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { version } from '../gen/version.ts';
import { profileFromOpenApi } from '../profiles/from-openapi.ts';
import { parseDocument, UnreadableDocument } from '../profiles/openapi-document.ts';

const usage = `Usage: agent-workers-types from-openapi URL|FILE [--out FILE]
  Writes a profile of a deployment as TypeScript, from the OpenAPI document (JSON) that it serves: what its records,
  request bodies and events look like. Give it to the clients: createUserClient({ profile }).
  --out FILE   where to write it; standard output unless given
  --help, --version`;

/** Runs the command, and gives the exit code: 0, or 2 for wrong use or a document that can't be read. */
export async function main(args: string[]): Promise<number> {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    });
    if (values.help || values.version) return print(values.help ? usage : version);
    const [command, source, ...more] = positionals;
    if (command !== 'from-openapi' || source === undefined || more.length > 0)
      throw new UnreadableDocument(`Name one document.\n\n${usage}`);
    return await writeProfile(source, values.out);
  } catch (error) {
    if (!(error instanceof UnreadableDocument || isUsage(error))) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}

async function writeProfile(source: string, out: string | undefined): Promise<number> {
  const document = parseDocument(await read(source), source);
  const { source: code, found, missing } = profileFromOpenApi(document, source);
  if (found.length === 0)
    throw new UnreadableDocument(`${source} describes no operation of the Agent Workers Platform.`);
  if (out === undefined) print(code.trimEnd());
  else await writeFile(out, code);
  process.stderr.write(`Operations described: ${found.length}.\n`);
  if (missing.length > 0) process.stderr.write(`Nothing is said of: ${missing.join(', ')}.\n`);
  return 0;
}

async function read(source: string): Promise<string> {
  try {
    if (!/^https?:/.test(source)) return await readFile(source, 'utf8');
    const response = await fetch(source);
    if (response.ok) return await response.text();
    throw new UnreadableDocument(`${source} was answered with status ${response.status}.`);
  } catch (cause) {
    if (cause instanceof UnreadableDocument) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UnreadableDocument(`${source} can't be read: ${reason}`, { cause });
  }
}

function isUsage(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}
