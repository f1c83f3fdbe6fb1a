/** A deployment that stumbles over one kind of odd input, and what a finding about it has to say. */
export interface Stumble {
  readonly over: string;
  /** Begins the words in which the finding names the mutation. */
  readonly named: RegExp;
  readonly isHit: (request: Request, body: string) => boolean;
}

const path = (request: Request): string => new URL(request.url).pathname;
const query = (request: Request, name: string): string[] => new URL(request.url).searchParams.getAll(name);

function overBody(over: string, named: RegExp, form: RegExp | ((body: string) => boolean)): Stumble {
  const isForm = typeof form === 'function' ? form : (body: string): boolean => form.test(body);
  return { over, named, isHit: ({ method }, body) => method !== 'GET' && isForm(body) };
}

function overQuery(over: string, named: RegExp, isOdd: (request: Request) => boolean): Stumble {
  return { over, named, isHit: (request) => request.method === 'GET' && isOdd(request) };
}

/** One for each kind of input that is sent with one mutation. */
export const stumbles: readonly Stumble[] = [
  overBody('a body that ends too early', /ends too early/, (body) => /^\{.*[^}]$/s.test(body)),
  overBody('an array', /an array for a body/, /^\[/),
  overBody('a text', /a text for a body/, /^"/),
  overBody('an empty body', /no body/, (body) => body === ''),
  overBody('a body nested deeply', /records in each other/, /(\{"a":){500}/),
  overBody('a property twice', /a property twice/, /^\{"(\w+)":.*"\1":/s),
  overBody('an unknown property', /an undescribed property/, /x-undescribed/),
  overBody('a long text', /10,000 characters/, /"x{10000}"/),
  overBody('half a surrogate pair', /half a surrogate pair/, /a\\ud800b/),
  overBody('the character U+0000', /U\+0000/, /a\\u0000b/),
  overBody('no character', /no character/, /"(label|stars|title|isPublic|chatPrompt)":""/),
  overBody('a text from right to left', /right to left/, /\u202e/),
  overBody('a number that is too large', /1e400/, /:1e400/),
  overBody('an integer beyond 2^53', /9007199254740993/, /:9007199254740993/),
  overBody('arrays in each other', /arrays in each other/, /\[{200}/),
  overBody('null', /with null in/, /^\{.*":null/s),
  overBody('another type', /with a number in/, /":7[,}]/),
  overBody('a value past its bound', /6 \(past the bound\)/, /"stars":6/),
  overBody('too long a text', /41 characters \(more than allowed\)/, /"label":"c{41}"/),
  overQuery('a parameter that is sent twice', /limit twice/, (one) => query(one, 'limit').length > 1),
  overQuery('a day that does not exist', /2026-02-30/, (one) => /02-30/.test(`${query(one, 'next_cursor')}`)),
  overQuery('an integer beyond 2^63', /9223372036854775808/, (one) =>
    path(one).endsWith('/9223372036854775808'),
  ),
  overQuery('a UUID in capital letters', /[A-F0-9]{8}-/, (one) =>
    /\/[0-9A-F]{8}-[0-9A-F]{4}-/.test(path(one)),
  ),
];

const statusOfItsOwn = 418;

type Fetch = (request: Request) => Promise<Response>;

/** Answers every input that it stumbles over with a status which is not documented. */
export function stumbling(fetch: Fetch): Fetch {
  return async (request) => {
    const body = await request.clone().text();
    const isHit = isPlainOperation(request) && stumbles.some((one) => one.isHit(request, body));
    return isHit ? new Response(null, { status: statusOfItsOwn }) : fetch(request);
  };
}

/** What takes any JSON takes these as well. */
function isPlainOperation(request: Request): boolean {
  return path(request).includes('/me/') && !/tools\/run|webhook/.test(path(request));
}
