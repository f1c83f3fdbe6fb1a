/** A text, number, truth value or null in JSON, and the name of each member on the way to it. */
export interface Leaf {
  readonly names: readonly string[];
  /** As it stands there: a text with its quotes. */
  readonly literal: string;
}

interface Change {
  /** What stands there instead, as JSON. */
  readonly leaf: (leaf: Leaf) => string;
  readonly name?: ((name: string) => string) | undefined;
}

interface Open {
  readonly isObject: boolean;
  name: string;
}

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Valid JSON with other leaves and names. All else stays to the letter, also members of one name and long numbers. */
export function mapLeaves(json: string, { leaf, name }: Change): string {
  const open: Open[] = [];
  let isName = false;
  return json.replaceAll(tokens, (token) => {
    const inner = open.at(-1);
    switch (token) {
      case '{':
      case '[':
        isName = token === '{';
        open.push({ isObject: isName, name: '' });
        return token;
      case '}':
      case ']':
        isName = false;
        open.pop();
        return token;
      case ':':
      case ',':
        isName = token === ',' && inner?.isObject === true;
        return token;
    }
    if (!isName || inner === undefined) return leaf({ names: namesOf(open), literal: token });
    const own: unknown = JSON.parse(token);
    inner.name = String(own);
    return name === undefined ? token : JSON.stringify(name(inner.name));
  });
}

function namesOf(open: readonly Open[]): readonly string[] {
  return open.filter(({ isObject }) => isObject).map(({ name }) => name);
}
