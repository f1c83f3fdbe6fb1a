import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { Effect, Operation, Rule, Silence, Spec } from './spec.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
const effects: readonly string[] = ['read', 'create', 'change', 'delete', 'cost'];

type Node = Readonly<Record<string, unknown>>;

/**
 * Reads the contract from its YAML files at run time, so that a fault in generated code can't hide.
 *
 * @throws Error when a file of the contract is missing or has another form than it should
 */
export async function loadSpec(): Promise<Spec> {
  const [rules, workers, user] = await Promise.all([
    readYaml('rules.yaml'),
    readOperations('workers-api.yaml', 'workers'),
    readOperations('user-api.yaml', 'user'),
  ]);
  return {
    version: workers.version,
    operations: [...workers.operations, ...user.operations],
    rules: listOf(rules, 'rules', 'rules.yaml').map(toRule),
    silences: listOf(rules, 'silences', 'rules.yaml').map(toSilence),
  };
}

async function readYaml(file: string): Promise<Node> {
  const path = fileURLToPath(import.meta.resolve(`@agent-workers/spec/${file}`));
  const value: unknown = parse(await readFile(path, 'utf8'));
  return asNode(value, file);
}

async function readOperations(
  file: string,
  api: Operation['api'],
): Promise<{ version: string; operations: Operation[] }> {
  const document = await readYaml(file);
  const files = new Map<string, Promise<Node>>();
  const operations: Operation[] = [];
  for (const [path, entry] of Object.entries(asNode(document.paths, `${file} paths`))) {
    const item = await resolvePathItem(asNode(entry, path), files);
    for (const method of methods) {
      const operation = item[method];
      if (operation !== undefined)
        operations.push(toOperation(asNode(operation, path), { api, method, path }));
    }
  }
  return { version: textOf(asNode(document.info, `${file} info`), 'version', file), operations };
}

/** Path items live in one file for each resource family: `paths/runs.yaml#/~1{agent_id}`. */
async function resolvePathItem(item: Node, files: Map<string, Promise<Node>>): Promise<Node> {
  if (typeof item.$ref !== 'string') return item;
  const [file = '', pointer = ''] = item.$ref.split('#/');
  const loading = files.get(file) ?? readYaml(file);
  files.set(file, loading);
  const key = pointer.replaceAll('~1', '/').replaceAll('~0', '~');
  return asNode((await loading)[key], item.$ref);
}

function toOperation(
  operation: Node,
  at: { readonly api: Operation['api']; readonly method: string; readonly path: string },
): Operation {
  const effect = textOf(operation, 'x-effect', at.path);
  if (!isEffect(effect)) throw new Error(`${at.path}: x-effect ${effect} is none of ${effects.join(', ')}`);
  return { ...at, id: textOf(operation, 'operationId', at.path), method: at.method.toUpperCase(), effect };
}

function isEffect(value: string): value is Effect {
  return effects.includes(value);
}

function toRule(rule: Node): Rule {
  const id = textOf(rule, 'id', 'rules.yaml');
  return {
    id,
    section: textOf(rule, 'section', id),
    text: textOf(rule, 'text', id),
    operations: namesOf(rule, 'operations') ?? [],
    ...optional('checks', namesOf(rule, 'checks')),
    ...optional('notChecked', typeof rule.notChecked === 'string' ? rule.notChecked : undefined),
  };
}

function toSilence(silence: Node): Silence {
  const id = textOf(silence, 'id', 'rules.yaml');
  return { id, section: textOf(silence, 'section', id), text: textOf(silence, 'text', id) };
}

function optional<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]: Value });
}

function asNode(value: unknown, where: string): Node {
  if (!isNode(value)) throw new Error(`The contract is broken: ${where} should be a map.`);
  return value;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(node: Node, key: string, where: string): Node[] {
  const list = node[key];
  if (!Array.isArray(list)) throw new Error(`The contract is broken: ${where} has no list ${key}.`);
  return list.map((item: unknown) => asNode(item, `${where} ${key}`));
}

function textOf(node: Node, key: string, where: string): string {
  const value = node[key];
  if (typeof value !== 'string') throw new Error(`The contract is broken: ${where} has no text ${key}.`);
  return value;
}

function namesOf(node: Node, key: string): readonly string[] | undefined {
  const value = node[key];
  return Array.isArray(value) ? value.map(String) : undefined;
}

/** Finds the line of the interface document that holds a sentence, from 1; 0 when none does. */
export async function lineOf(): Promise<(sentence: string) => number> {
  const path = fileURLToPath(import.meta.resolve('@agent-workers/spec/interface.md'));
  const lines = (await readFile(path, 'utf8')).split('\n');
  return (sentence) => lines.findIndex((line) => line.includes(sentence)) + 1;
}
