type Json = ReturnType<typeof JSON.parse>;

const isIdentifier = (name: string) =>
  /_id$|_name$/.test(name) && name !== 'service_name' && name !== 'file_name';
const methods = ['get', 'put', 'post', 'patch', 'delete'];

/** Each identifier that an operation of an OpenAPI document takes in its path or body, as `operationId name`. */
export function identifiersOf(document: object): string[] {
  const json: Json = JSON.parse(JSON.stringify(document));
  const resolve = (node: Json): Json =>
    node?.$ref
      ? node.$ref
          .slice(2)
          .split('/')
          .reduce((at: Json, part: string) => at[part.replaceAll('~1', '/')], json)
      : node;
  const found: string[] = [];
  for (const item of Object.values<Json>(json.paths)) {
    for (const method of methods) {
      const operation = item[method];
      if (!operation) continue;
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve);
      const names = parameters.filter((one: Json) => one.in === 'path').map((one: Json) => one.name);
      const body = resolve(operation.requestBody)?.content?.['application/json']?.schema;
      const all = [...names, ...fieldsOf(body, resolve).filter(isIdentifier)];
      found.push(...all.map((name) => `${operation.operationId} ${name}`));
    }
  }
  return [...new Set(found)];
}

/** The names of all fields of a schema, at any depth. */
function fieldsOf(schema: Json, resolve: (node: Json) => Json, depth = 0): string[] {
  const node = resolve(schema);
  if (!node || typeof node !== 'object' || depth > 8) return [];
  const inner = [node.items, ...['allOf', 'anyOf', 'oneOf'].flatMap((word) => node[word] ?? [])];
  const named = Object.entries<Json>(node.properties ?? {});
  return [
    ...named.flatMap(([name, field]) => [name, ...fieldsOf(field, resolve, depth + 1)]),
    ...inner.flatMap((one) => fieldsOf(one, resolve, depth + 1)),
  ];
}
