import { readFile } from 'node:fs/promises';
import { load } from 'js-yaml';
import { isRecord, type JsonRecord } from '../json/json-record.ts';
import { contractFile } from './contract-file.ts';
import { declaredRules } from './declared-rules.ts';
import type { DescribedOperation } from './description.ts';
import { readDescription } from './read-description.ts';
import { byOperation, readResources } from './read-resources.ts';
import { readTools } from './read-tools.ts';
import type { OperationResource, ResourceFamily } from './resources.ts';
import {
  type Effect,
  type IntegrationTool,
  type NotChecked,
  type Operation,
  type Rule,
  type Spec,
  type Unspecified,
  whysNotChecked,
} from './spec.ts';

const effects: readonly string[] = ['read', 'create', 'change', 'delete', 'cost'];

let loaded: Promise<Spec> | undefined;

/**
 * Reads the contract from its YAML files at run time, so that a bug in generated code can't hide; once, since
 * they don't change while a program runs.
 *
 * @throws Error when a file of the contract is missing or has another form than it should
 */
export function loadSpec(): Promise<Spec> {
  loaded ??= readSpec();
  return loaded;
}

async function readSpec(): Promise<Spec> {
  const [rules, laws, described, catalogue, { info }, workers, user] = await Promise.all([
    readYaml('rules.yaml'),
    readYaml('laws.yaml'),
    readYaml('tools.yaml'),
    readYaml('resources.yaml'),
    readYaml('workers-api.yaml'),
    readDescription(contractFile('workers-api.yaml')),
    readDescription(contractFile('user-api.yaml')),
  ]);
  const tools = readTools(described);
  const resources = readResources(catalogue);
  const resourceOf = byOperation(resources);
  const operations = [
    ...workers.map(toOperation('workers', resourceOf)),
    ...user.map(toOperation('user', resourceOf)),
  ];
  return {
    version: textOf(asNode(info, 'info of workers-api.yaml'), 'version', 'info of workers-api.yaml'),
    operations,
    resources,
    rules: [
      ...listOf(rules, 'rules').map((rule) => toRule(rule, tools)),
      ...listOf(laws, 'laws').map((law) => toLaw(law, { families: resources, tools })),
      ...declaredRules(operations),
    ],
    unspecified: listOf(rules, 'unspecified').map(toUnspecified),
  };
}

async function readYaml(file: string): Promise<JsonRecord> {
  const value: unknown = load(await readFile(contractFile(file), 'utf8'));
  return asNode(value, file);
}

function toOperation(
  api: Operation['api'],
  resourceOf: ReadonlyMap<string, OperationResource>,
): (described: DescribedOperation) => Operation {
  return ({ id, effect, tags: [family], ...described }) => {
    const where = `${described.method} ${described.path}`;
    if (id === undefined) throw new Error(`The contract is broken: ${where} has no operationId.`);
    if (!isEffect(effect)) throw new Error(`The contract is broken: ${where} has no x-effect.`);
    if (family === undefined) throw new Error(`The contract is broken: ${where} has no tag.`);
    return { ...described, id, effect, family, api, resource: resourceOf.get(id) };
  };
}

function isEffect(value: string | undefined): value is Effect {
  return value !== undefined && effects.includes(value);
}

function toRule(rule: JsonRecord, tools: readonly IntegrationTool[]): Rule {
  const id = textOf(rule, 'id', 'a rule');
  return {
    id,
    basis: rule.basis === 'implied' ? 'implied' : 'stated',
    section: textOf(rule, 'section', id),
    text: textOf(rule, 'text', id),
    ...(typeof rule.reading === 'string' ? { reading: rule.reading } : {}),
    operations: namesOf(rule.operations) ?? [],
    ...(typeof rule.parameter === 'string' ? { parameter: rule.parameter } : {}),
    ...toolsOf(rule, tools),
    ...(typeof rule.status === 'number' ? { status: rule.status } : {}),
    ...(Array.isArray(rule.alternatives) ? { alternatives: rule.alternatives.map(Number) } : {}),
    ...(Array.isArray(rule.checks) ? { checks: namesOf(rule.checks) ?? [] } : {}),
    ...(isRecord(rule.notChecked) ? { notChecked: toNotChecked(rule.notChecked, id) } : {}),
  };
}

function toNotChecked(reason: JsonRecord, id: string): NotChecked {
  const why = whysNotChecked.find((one) => one === reason.why);
  if (why === undefined) throw new Error(`The contract is broken: ${id} does not say why it is not checked.`);
  return {
    why,
    ...(typeof reason.rule === 'string' ? { rule: reason.rule } : {}),
    ...(typeof reason.needs === 'string' ? { needs: reason.needs } : {}),
    text: textOf(reason, 'text', id),
  };
}

/** A law names its operations one by one, or by what they do to the records of the catalogue's families. */
function toLaw(
  law: JsonRecord,
  {
    families,
    tools,
  }: { readonly families: readonly ResourceFamily[]; readonly tools: readonly IntegrationTool[] },
): Rule {
  const rule = toRule(law, tools);
  const does = namesOf(law.does) ?? [];
  const chosen = namesOf(law.families);
  const found = families
    .filter(({ name }) => chosen === undefined || chosen.includes(name))
    .flatMap(({ operations }) =>
      Object.entries(operations).flatMap(([id, one]) => (does.includes(one.does) ? [id] : [])),
    );
  return { ...rule, operations: [...new Set([...rule.operations, ...found])] };
}

function toolsOf({ tool }: JsonRecord, tools: readonly IntegrationTool[]): Pick<Rule, 'tools'> {
  if (tool === undefined) return {};
  return { tools: tool === 'all' ? tools : tools.filter(({ name }) => name === tool) };
}

function toUnspecified(unspecified: JsonRecord): Unspecified {
  const id = textOf(unspecified, 'id', 'an entry of unspecified');
  return { id, section: textOf(unspecified, 'section', id), text: textOf(unspecified, 'text', id) };
}

function asNode(value: unknown, where: string): JsonRecord {
  if (!isRecord(value)) throw new Error(`The contract is broken: ${where} should be a map.`);
  return value;
}

function listOf(node: JsonRecord, key: string): JsonRecord[] {
  const list = node[key];
  if (!Array.isArray(list)) throw new Error(`The contract is broken: there is no list ${key}.`);
  return list.map((item: unknown) => asNode(item, `an entry of ${key}`));
}

function textOf(node: JsonRecord, key: string, where: string): string {
  const value = node[key];
  if (typeof value !== 'string') throw new Error(`The contract is broken: ${where} has no text ${key}.`);
  return value;
}

function namesOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.map(String) : undefined;
}
