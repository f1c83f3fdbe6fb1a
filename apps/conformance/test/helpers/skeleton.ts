import { type DefaultTreeAdapterTypes, html, parse, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

export interface Page {
  /** Every element with the names of its attributes, nested as in the page, without any text. */
  readonly skeleton: string;
  readonly errors: readonly string[];
  readonly texts: (element: string) => readonly string[];
}

/** Reads a whole page, or a piece of one, as browsers do. */
export function readPage(source: string, piece = false): Page {
  const errors: string[] = [];
  const options = { onParseError: ({ code }: { code: string }) => errors.push(code) };
  const root: Node = piece ? parseFragment(source, options) : parse(source, options);
  return {
    skeleton: outline(root),
    errors,
    texts: (element) => [...nodesIn(root)].filter((node) => node.nodeName === element).map(textOf),
  };
}

function outline(node: Node): string {
  const attributes = 'attrs' in node ? node.attrs.map(({ name }) => ` ${name}`).join('') : '';
  const children = childrenOf(node).filter((child) => child.nodeName !== '#text');
  return `<${node.nodeName}${attributes}>${children.map(outline).join('')}`;
}

function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) yield* nodesIn(child);
}

function childrenOf(node: Node): readonly Node[] {
  return 'childNodes' in node ? node.childNodes : [];
}

function textOf(node: Node): string {
  return 'value' in node ? node.value : childrenOf(node).map(textOf).join('');
}

/** Elements and attributes by which a page could load or run something. */
export function activeParts({ skeleton }: Page): readonly string[] {
  const active = [
    html.TAG_NAMES.SCRIPT,
    html.TAG_NAMES.IMG,
    html.TAG_NAMES.LINK,
    'iframe',
    'object',
    'embed',
  ];
  const elements = active.filter((name) => skeleton.includes(`<${name}>`) || skeleton.includes(`<${name} `));
  return [...elements, ...(skeleton.match(/ (?:on\w+|src|srcset|action|formaction)(?=[ >])/g) ?? [])];
}
