import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** The names of the schemas of an operation's bodies, as far as the contract names them. */
export interface SchemaNames {
  readonly request?: string;
  readonly success?: string;
}

type Node = Readonly<Record<string, unknown>>;

/** Reads from the contract's files which schemas the bodies of each operation have, by operation id. */
export async function readSchemaNames(): Promise<ReadonlyMap<string, SchemaNames>> {
  const folder = fileURLToPath(import.meta.resolve('@agent-workers/spec/paths/runs.yaml')).replace(
    /[^/\\]+$/,
    '',
  );
  const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml'));
  const documents = await Promise.all(files.map((file) => readFile(`${folder}${file}`, 'utf8')));
  const operations = documents
    .flatMap((text) => Object.values(nodeOf(parse(text))))
    .flatMap((item) => Object.values(nodeOf(item)).map(nodeOf));
  return new Map(
    operations.flatMap((operation) =>
      typeof operation.operationId === 'string' ? [[operation.operationId, namesOf(operation)]] : [],
    ),
  );
}

function namesOf({ requestBody, responses }: Node): SchemaNames {
  const request = schemaName(requestBody);
  const [, successful] = Object.entries(nodeOf(responses)).find(([status]) => status.startsWith('2')) ?? [];
  const success = schemaName(successful);
  return { ...(request === undefined ? {} : { request }), ...(success === undefined ? {} : { success }) };
}

function schemaName(carrier: unknown): string | undefined {
  const schema = nodeOf(nodeOf(nodeOf(nodeOf(carrier).content)['application/json']).schema);
  const alternatives = Array.isArray(schema.oneOf)
    ? schema.oneOf
    : Array.isArray(schema.anyOf)
      ? schema.anyOf
      : [];
  const references = [schema, nodeOf(schema.items), ...alternatives.map(nodeOf)].map(({ $ref }) => $ref);
  return references.flatMap((ref) => (typeof ref === 'string' ? [ref.replace(/^.*[#/]/, '')] : []))[0];
}

function nodeOf(value: unknown): Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
