import type { Operation, Parameter } from '@agent-workers/types';
import { asNode, type Described, jsonSchemaOf, listAt, type Node, nodeAt, resolved } from './document.ts';
import { fieldsOf, recordIn } from './fields.ts';

/** How an operation is called from TypeScript, with the client and no transport of one's own. */
export function callFromTypeScript(operation: Operation, described: Described): string {
  const { api, id, tag } = operation;
  const [create, client] = api === 'user' ? ['createUserClient', 'user'] : ['createWorkersClient', 'workers'];
  const query = operation.queryParameters.filter(({ required }) => required);
  const body = sampleBody(described);
  const args = [
    ...operation.pathParameters.map(({ name, type }) => (type === 'string' ? `'${placeholder(name)}'` : '1')),
    ...(body === undefined ? [] : [literal(body)]),
    ...(query.length === 0
      ? []
      : [literal(Object.fromEntries(query.map((one) => [one.name, sampleOf(one)])))]),
  ];
  const call = `${client}.${camel(tag)}.${id}(${args.join(', ')})`;
  const used =
    operation.streaming === 'text'
      ? `const answer = await ${call};\nfor await (const text of answer.text) process.stdout.write(text);`
      : operation.streaming === 'ndjson'
        ? `const answer = await ${call};\nfor await (const line of answer.lines) console.log(line);`
        : `console.log(await ${call});`;
  return `import { ${create} } from '@agent-workers/client-fetch';\n\nconst ${client} = ${create}();\n${used}`;
}

/** The same request by curl; what has to be filled in are variables of the shell. */
export function callByCurl(operation: Operation, described: Described): string {
  const { api, method, security, streaming } = operation;
  const [address, credential] =
    api === 'user'
      ? ['$AGENT_WORKERS_BASE_URL', '$AGENT_WORKERS_JWT']
      : ['$AGENT_WORKERS_AGENTS_URL', '$AGENT_WORKERS_API_KEY'];
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${placeholder(name)}`);
  const query = operation.queryParameters.filter(({ required }) => required);
  const search = query.map((one) => `${one.name}=${encodeURIComponent(String(sampleOf(one)))}`).join('&');
  const body = sampleBody(described);
  const lines = [
    `curl -sS${streaming === null ? '' : 'N'} -X ${method} "${address}${path}${search === '' ? '' : `?${search}`}"`,
    ...(security === 'none' ? [] : [`-H "Authorization: Bearer ${credential}"`]),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`]),
  ];
  return lines.join(' \\\n  ');
}

/** `agent_id` as a variable of the shell: AGENT_ID. */
export function placeholder(name: string): string {
  return name.toUpperCase();
}

/** What the contract shows of a body: what it requires, else the first field that it shows. */
function sampleBody({ operation, document }: Described): Node | undefined {
  const body = resolved(operation.requestBody, document);
  if (Object.keys(nodeAt(body, 'content')).length === 0) return undefined;
  const schema = jsonSchemaOf(body);
  const fields = fieldsOf(schema, document).filter(({ name }) => !/_id$/.test(name));
  const required = fields.filter(({ isRequired }) => isRequired);
  const shown = required.length > 0 ? required : fields.slice(0, 1);
  const properties = nodeAt(recordIn(schema, document), 'properties');
  return Object.fromEntries(shown.map(({ name }) => [name, sampleValue(properties[name], document)]));
}

function sampleValue(schema: unknown, document: Node): unknown {
  const node = resolved(schema, document);
  const [variant] = [...listAt(node, 'anyOf'), ...listAt(node, 'oneOf')];
  if (variant !== undefined) return sampleValue(variant, document);
  const [value] = listAt(node, 'enum');
  if (value !== undefined) return value;
  const [type = 'object'] = [node.type ?? []].flat().map(String);
  if (type === 'array') return node.items === undefined ? [] : [sampleValue(node.items, document)];
  if (type !== 'object') return samplePrimitive(type, node);
  const required = listAt(node, 'required').map(String);
  const properties = asNode(node.properties);
  return Object.fromEntries(required.map((name) => [name, sampleValue(properties[name], document)]));
}

const formats: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000001',
  uri: 'https://example.com/',
  'date-time': '2026-01-01T00:00:00Z',
};

function samplePrimitive(type: string, { format, minimum = 1 }: Node): unknown {
  if (type === 'string') return formats[String(format)] ?? 'text';
  return type === 'boolean' ? true : minimum;
}

function sampleOf({ type, enum: values, minimum = 1, default: usual }: Parameter): string | number | boolean {
  const value = values?.[0] ?? usual;
  if (value !== undefined && value !== null) return value;
  if (type === 'string') return 'text';
  return type === 'boolean' ? true : minimum;
}

/** A JSON value as it stands in TypeScript. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).map(([name, one]) => `${name}: ${literal(one)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

function camel(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
