import { asNode, type Described, type Node, nameOf, resolved } from './document.ts';
import { typeOf } from './fields.ts';

/** Something that a document marks: where it stands in an operation, and the mark's words. */
export interface Mark {
  readonly place: string;
  readonly words: string;
  /** Of a value: what is taken there. */
  readonly type: string | undefined;
}

/** All marks of one kind, such as `x-not-shown`, in an operation and in what it refers to, in the order of the document. */
export function marksIn({ operation, document }: Described, kind: string): readonly Mark[] {
  const marks = [...walk(operation, { place: 'the operation', seen: [], document })].flatMap(
    ({ node, place }) => {
      const words = node[kind];
      const type = node.type === undefined ? undefined : typeOf(node, document);
      return typeof words === 'string' ? [{ place, words, type }] : [];
    },
  );
  return [...new Map(marks.map((mark) => [`${mark.place} ${mark.words}`, mark])).values()];
}

interface Way {
  /** What the reader knows the node by. */
  readonly place: string;
  /** The names of what it lies in, since schemas may refer to themselves. */
  readonly seen: readonly string[];
  readonly document: Node;
}

interface Visited {
  readonly node: Node;
  readonly place: string;
}

function* walk(value: unknown, way: Way): Generator<Visited> {
  const name = nameOf(value);
  if (name !== undefined && way.seen.includes(name)) return;
  const node = resolved(value, way.document);
  const place = placeOf(node) ?? (name === undefined || way.place.startsWith('answer') ? way.place : name);
  yield { node, place };
  const seen = name === undefined ? way.seen : [...way.seen, name];
  for (const [child, at] of childrenOf(node, place)) yield* walk(child, { ...way, place: at, seen });
}

/** The nodes in a node, each with what a reader knows it by. */
function childrenOf(node: Node, place: string): readonly (readonly [child: unknown, place: string])[] {
  return Object.entries(node).flatMap(([key, child]) => {
    if (key === 'links' || typeof child !== 'object' || child === null) return [];
    if (key === 'responses')
      return Object.entries(asNode(child)).map(([status, one]) => [one, `answer ${status}`] as const);
    if (Array.isArray(child)) return child.map((one) => [one, place] as const);
    // Schemas are known by their own names, also in an answer.
    const at = key === 'requestBody' ? 'the body' : (nameOf(child) ?? place);
    return [[child, key === 'schema' || key === 'items' || key === 'requestBody' ? at : place] as const];
  });
}

/** A parameter is known by its name. */
function placeOf({ in: where, name }: Node): string | undefined {
  return typeof where === 'string' ? `the parameter ${name}` : undefined;
}
