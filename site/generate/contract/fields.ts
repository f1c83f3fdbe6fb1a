import { asNode, listAt, type Node, nameOf, nodeAt, resolved } from './document.ts';

/** One field of a record, as one document has it. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** Whether its name is a choice of the contract's authors, and not the interface's. */
  readonly isInferred: boolean;
  readonly words: string;
}

/** The fields of a schema, or of the entries of a list; none of what is no record. */
export function fieldsOf(schema: unknown, document: Node): readonly Field[] {
  const node = recordIn(schema, document);
  const required = listAt(node, 'required');
  return Object.entries(nodeAt(node, 'properties')).map(([name, value]) => {
    const { 'x-inferred': inferred, description = '' } = asNode(value);
    return {
      name,
      type: typeOf(value, document),
      isRequired: required.includes(name),
      isInferred: inferred === true,
      words: String(description),
    };
  });
}

/** The record that a schema describes: itself, the entries of a list, or the first of several forms. */
export function recordIn(schema: unknown, document: Node): Node {
  const node = resolved(schema, document);
  const inner = node.items ?? listAt(node, 'oneOf')[0];
  return inner === undefined ? node : recordIn(inner, document);
}

/** A type in short, such as `string (uuid)`, `"private" or "public"`, `AgentModel[]`. */
export function typeOf(schema: unknown, document: Node): string {
  const name = nameOf(schema);
  const node = resolved(schema, document);
  const variants = [...listAt(node, 'anyOf'), ...listAt(node, 'oneOf')];
  if (variants.length > 0) return [...new Set(variants.map((one) => typeOf(one, document)))].join(' or ');
  const values = listAt(node, 'enum');
  if (values.length > 0) return values.map((one) => JSON.stringify(one)).join(' or ');
  const types = [node.type ?? []].flat().map(String);
  if (types.includes('array'))
    return `${node.items === undefined ? 'anything' : typeOf(node.items, document)}[]`;
  if (types.includes('object') || types.length === 0)
    return name ?? (types.length === 0 ? 'anything' : 'object');
  const format = typeof node.format === 'string' ? ` (${node.format})` : '';
  return `${types.join(' or ')}${format}${boundsOf(node)}`;
}

function boundsOf({ minimum, maximum, maxLength }: Node): string {
  const safe = Number.MAX_SAFE_INTEGER;
  const least = typeof minimum === 'number' && minimum > -safe ? [`from ${minimum}`] : [];
  const most = typeof maximum === 'number' && maximum < safe ? [`to ${maximum}`] : [];
  const length = typeof maxLength === 'number' ? [`up to ${maxLength} characters`] : [];
  const words = [...least, ...most, ...length].join(' ');
  return words === '' ? '' : `, ${words}`;
}
