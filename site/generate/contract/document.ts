/** A JSON object of an OpenAPI document. */
export type Node = Readonly<Record<string, unknown>>;

/** An operation, and the document in which its references lead somewhere. */
export interface Described {
  readonly operation: Node;
  readonly document: Node;
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** The operations of a document by their ids; each with the parameters of its path. */
export function describedOperations(document: Node): ReadonlyMap<string, Described> {
  const found = new Map<string, Described>();
  for (const item of Object.values(nodeAt(document, 'paths')))
    for (const [method, value] of Object.entries(asNode(item))) {
      const operation = asNode(value);
      if (!methods.includes(method)) continue;
      const parameters = [...listAt(asNode(item), 'parameters'), ...listAt(operation, 'parameters')];
      found.set(String(operation.operationId), { operation: { ...operation, parameters }, document });
    }
  return found;
}

/** What a node says itself, or what it refers to. */
export function resolved(value: unknown, document: Node): Node {
  const node = asNode(value);
  if (typeof node.$ref !== 'string') return node;
  const [, ...way] = node.$ref.split('/');
  return resolved(
    way.reduce<unknown>((at, name) => asNode(at)[name], document),
    document,
  );
}

/** The last part of a reference: what the schema is called. */
export function nameOf(value: unknown): string | undefined {
  const { $ref } = asNode(value);
  return typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
}

export function asNode(value: unknown): Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function nodeAt(node: Node, ...way: readonly string[]): Node {
  return way.reduce<Node>((at, name) => asNode(at[name]), node);
}

export function listAt(node: Node, name: string): readonly unknown[] {
  const value = node[name];
  return Array.isArray(value) ? value : [];
}

/** The schema of a JSON body, whatever it's a body of. */
export function jsonSchemaOf(body: Node): unknown {
  return nodeAt(body, 'content', 'application/json').schema;
}
