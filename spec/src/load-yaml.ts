import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Document, isMap, isNode, LineCounter, parseDocument } from 'yaml';
import { ContractError } from './contract-error.ts';

interface SourceFile {
  path: string;
  document: Document.Parsed;
  lines: LineCounter;
}

/**
 * Reads a YAML file that must fit a JSON Schema (draft 2020-12).
 * @throws {ContractError} with the line, when the file can't be read, isn't YAML or breaks the schema.
 */
export function loadYaml<T>(path: string, schemaPath: string): T {
  const source = parseSource(path);
  const validate = compileSchema<T>(schemaPath);
  const data: unknown = source.document.toJS();
  if (validate(data)) return data;
  throw schemaError(source, validate.errors ?? []);
}

function parseSource(path: string): SourceFile {
  const lines = new LineCounter();
  const document = parseDocument(readText(path), { lineCounter: lines, prettyErrors: false });
  const source = { path, document, lines };
  const [error] = document.errors;
  if (!error) return source;
  throw new ContractError(
    { ...position(source, error.pos[0]), problem: error.message, hint: 'Correct the YAML on this line.' },
    { cause: error },
  );
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const problem = {
      file: path,
      line: 1,
      column: 1,
      problem: 'The file cannot be read',
      hint: 'Check its path.',
    };
    throw new ContractError(problem, { cause });
  }
}

function compileSchema<T>(path: string): ValidateFunction<T> {
  return new Ajv2020({ allErrors: true, verbose: true }).compile<T>(JSON.parse(readText(path)));
}

function schemaError(source: SourceFile, errors: ErrorObject[]): ContractError {
  // An unknown key is the likeliest typo, and the cause of a missing one beside it.
  const error = errors.find((each) => each.keyword === 'additionalProperties') ?? errors[0];
  if (!error) throw new TypeError(`The schema of ${source.path} failed without saying why.`);
  return new ContractError({ ...position(source, offsetOf(source, error)), ...explain(error) });
}

function explain({ keyword, params, parentSchema, message, instancePath }: ErrorObject) {
  const where = instancePath || 'the document';
  if (keyword === 'additionalProperties') {
    const allowed = Object.keys(parentSchema?.properties ?? {}).join(', ');
    return { problem: `Unknown key "${params.additionalProperty}"`, hint: `Allowed here: ${allowed}.` };
  }
  if (keyword === 'enum') {
    return {
      problem: `Unknown value at ${where}`,
      hint: `Allowed here: ${params.allowedValues.join(', ')}.`,
    };
  }
  return {
    problem: `${where} ${message}`,
    hint: 'The JSON Schema named on the first line describes this key.',
  };
}

function offsetOf({ document }: SourceFile, { keyword, params, instancePath }: ErrorObject): number {
  const keys = instancePath.split('/').slice(1).map(unescapePointer);
  const node = document.getIn(keys, true);
  if (keyword === 'additionalProperties' && isMap(node)) {
    const pair = node.items.find(({ key }) => String(key) === params.additionalProperty);
    if (isNode(pair?.key)) return pair.key.range?.[0] ?? 0;
  }
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

function unescapePointer(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}

function position({ path, lines }: SourceFile, offset: number) {
  const { line, col } = lines.linePos(offset);
  return { file: path, line, column: col };
}
