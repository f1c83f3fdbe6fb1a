/** What an expression may name: `github`, `inputs`, `steps` and the like; and whether a step before has failed. */
export interface Contexts {
  readonly [name: string]: unknown;
  readonly hasFailed?: boolean;
}

/** A text with its `${{ … }}` filled in, as a runner does. */
export function filled(text: string, contexts: Contexts): string {
  return text.replaceAll(/\$\{\{(.+?)\}\}/g, (_, expression: string) =>
    asText(evaluate(expression, contexts)),
  );
}

/** Whether a step or job with this condition runs: without a word about earlier ones, only where none has failed. */
export function isDue(condition: string | undefined, contexts: Contexts): boolean {
  if (condition === undefined) return contexts.hasFailed !== true;
  const expression = condition.replace(/^\s*\$\{\{(.*)\}\}\s*$/s, '$1');
  const isOfAll = /\b(always|cancelled|failure|success)\(/.test(expression);
  return (isOfAll || contexts.hasFailed !== true) && isTrue(evaluate(expression, contexts));
}

const tokens = /\s*('(?:[^']|'')*'|[\w-]+(?:\.[\w-]+)*|==|!=|&&|\|\||[!(),])/y;

/**
 * The value of an expression: texts, contexts, functions, `==`, `!=`, `!`, `&&` and `||`.
 *
 * @throws Error for any other form, so that none is taken for false
 */
export function evaluate(expression: string, contexts: Contexts): unknown {
  const rest = tokensOf(expression);
  const value = either(rest, contexts);
  if (rest.length > 0) throw new Error(`This expression isn't known here: ${expression}`);
  return value;
}

function tokensOf(expression: string): string[] {
  const found: string[] = [];
  tokens.lastIndex = 0;
  while (tokens.lastIndex < expression.trimEnd().length) {
    const [, token] = tokens.exec(expression) ?? [];
    if (token === undefined) throw new Error(`This expression isn't known here: ${expression}`);
    found.push(token);
  }
  return found;
}

function either(rest: string[], contexts: Contexts): unknown {
  let value = both(rest, contexts);
  while (take(rest, '||')) {
    const other = both(rest, contexts);
    value = isTrue(value) ? value : other;
  }
  return value;
}

function both(rest: string[], contexts: Contexts): unknown {
  let value = compared(rest, contexts);
  while (take(rest, '&&')) {
    const other = compared(rest, contexts);
    value = isTrue(value) ? other : value;
  }
  return value;
}

function compared(rest: string[], contexts: Contexts): unknown {
  const value = single(rest, contexts);
  if (take(rest, '==')) return asText(value) === asText(single(rest, contexts));
  if (take(rest, '!=')) return asText(value) !== asText(single(rest, contexts));
  return value;
}

function single(rest: string[], contexts: Contexts): unknown {
  const token = rest.shift() ?? '';
  if (token === '!') return !isTrue(single(rest, contexts));
  if (token === '(') {
    const value = either(rest, contexts);
    if (!take(rest, ')')) throw new Error('A bracket is not closed.');
    return value;
  }
  if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
  if (!/^[\w-]/.test(token)) throw new Error(`"${token}" isn't known here.`);
  return take(rest, '(') ? called(token, rest, contexts) : valueAt(token, contexts);
}

function called(name: string, rest: string[], contexts: Contexts): unknown {
  const args: unknown[] = [];
  while (!take(rest, ')')) {
    args.push(either(rest, contexts));
    take(rest, ',');
  }
  const [first] = args;
  if (name === 'always') return true;
  if (name === 'cancelled') return false;
  if (name === 'failure') return contexts.hasFailed === true;
  if (name === 'success') return contexts.hasFailed !== true;
  if (name === 'fromJSON') return JSON.parse(asText(first));
  throw new Error(`The function ${name} isn't known here.`);
}

function valueAt(path: string, contexts: Contexts): unknown {
  if (path === 'true' || path === 'false') return path === 'true';
  return path.split('.').reduce<unknown>((value, key) => {
    return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  }, contexts);
}

function take(rest: string[], wanted: string): boolean {
  if (rest[0] !== wanted) return false;
  rest.shift();
  return true;
}

function isTrue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '' && value !== 0;
}

function asText(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}
