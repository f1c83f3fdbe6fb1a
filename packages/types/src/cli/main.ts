import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '../gen/version.ts';
import { profileFromOpenApi } from '../profiles/from-openapi.ts';
import { parseDocument, UnreadableDocument } from '../profiles/openapi-document.ts';

const usage = `Usage: agent-workers-types from-openapi URL|FILE [--out FILE]
  Writes a profile of a deployment as TypeScript, from the OpenAPI document (JSON) that it serves: what its records,
  request bodies and events look like. Give it to the clients: createUserClient({ profile }).
  --out FILE   where to write it, in a folder that is made if it isn't there; standard output unless given
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
    if (command !== undefined && command !== 'from-openapi')
      throw new UnreadableDocument(`There's no command ${command}; there is from-openapi.\n\n${usage}`);
    if (source === undefined || more.length > 0)
      throw new UnreadableDocument(`Name one document.\n\n${usage}`);
    return await writeProfile(source, values.out);
  } catch (error) {
    if (!(error instanceof UnreadableDocument || isUsage(error))) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}

async function writeProfile(source: string, out: string | undefined): Promise<number> {
  const name = nameOf(source);
  const document = parseDocument(await read(source), name);
  const { source: code, found, bare, missing } = profileFromOpenApi(document, name);
  if (found.length === 0)
    throw new UnreadableDocument(`${name} describes no operation of the Agent Workers Platform.`);
  if (out === undefined) print(code.trimEnd());
  else await write(out, code);
  process.stderr.write(`Operations described: ${found.length}.\n`);
  tellUndescribed('Without JSON in the document', bare);
  tellUndescribed('Not in the document', missing);
  return 0;
}

function tellUndescribed(why: string, operations: readonly string[]): void {
  if (operations.length > 0)
    process.stderr.write(`${why}, so that the interface's types stay: ${operations.join(', ')}.\n`);
}

async function read(source: string): Promise<string> {
  try {
    if (!/^https?:/.test(source)) return await readFile(source, 'utf8');
    const response = await fetch(source);
    if (response.ok) return await response.text();
    throw new UnreadableDocument(`${nameOf(source)} was answered with status ${response.status}.`);
  } catch (cause) {
    if (cause instanceof UnreadableDocument) throw cause;
    throw new UnreadableDocument(`${nameOf(source)} can't be read${reasonOf(cause)}.`, { cause });
  }
}

async function write(out: string, code: string): Promise<void> {
  try {
    await mkdir(dirname(out), { recursive: true });
    await writeFile(out, code);
  } catch (cause) {
    throw new UnreadableDocument(`${out} can't be written${reasonOf(cause)}.`, { cause });
  }
}

/** The words of the system, such as ENOENT or ECONNREFUSED; fetch has them a cause down. */
function reasonOf(error: unknown): string {
  const { code = Object(Object(error).cause).code }: { code?: unknown } = Object(error);
  return typeof code === 'string' ? ` (${code})` : '';
}

/** Without user and query, which may be secrets, and would stand in the written file. */
function nameOf(source: string): string {
  if (!/^https?:/.test(source)) return source;
  return source.replace(/[?#].*/s, '').replace(/\/\/[^/]*@/, '//');
}

function isUsage(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}
