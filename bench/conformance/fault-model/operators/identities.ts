import { tokenOf, withToken } from '../../../../apps/conformance/test/random-mutants/alter.ts';
import type { Seeds } from '../../../../apps/conformance/test/styles/seed.ts';
import { answering, type Broken, type Operator, wherever, working } from '../operator.ts';
import { isRead, isUser, isWorkers, isWrite, type Place } from '../place.ts';

const isSecured = ({ operation }: Place): boolean => operation.secured;
const isNamed = ({ operation }: Place): boolean => operation.path.includes('{');
const hasParts = (token: string | undefined): boolean => token?.split('.').length === 3;

/** The credentials of an API, each of one user. */
const known = (place: Place, { jwt, apiKeys }: Seeds): readonly string[] =>
  Object.values(isWorkers(place) ? apiKeys : jwt);

/** Credentials that should open nothing, and whose they are taken for. */
const forged: Readonly<
  Record<string, (token: string | undefined, tokens: readonly string[]) => string | undefined>
> = {
  none: (token, [own]) => (token === undefined ? own : undefined),
  'any text': (token, [own]) => (token !== undefined && !hasParts(token) ? own : undefined),
  'anything in three parts': (token, [own]) => (hasParts(token) ? own : undefined),
  'another signature': (token, tokens) =>
    tokens.find((one) => token !== undefined && headOf(one) === headOf(token)),
  'the beginning of one': (token, tokens) =>
    tokens.find((one) => token !== undefined && token.length > 8 && one.startsWith(token)),
  'one with more behind it': (token, tokens) => tokens.find((one) => token?.startsWith(one)),
};

const headOf = (token: string): string => {
  const parts = token.split('.');
  return parts.length === 3 ? parts.slice(0, 2).join('.') : token.slice(0, Math.ceil(token.length / 4));
};

/** Whether a request is asked again in somebody else's name, until one is let in. */
const asOthers = ({ place }: Broken, seeds: Seeds, request: Request): readonly Request[] =>
  known(place, seeds)
    .filter((token) => token !== tokenOf(request))
    .map((token) => withToken(request, token));

export const identityOperators: readonly Operator[] = [
  {
    name: 'credential is not looked at closely',
    class: 'credential',
    basis: 'stated',
    at: (place) => (isSecured(place) ? Object.keys(forged) : []),
    wrap: working(({ place, detail, changed }, { fetch, seeds }) => async (request) => {
      const tokens = known(place, seeds);
      const token = tokenOf(request);
      const isKnown = token !== undefined && tokens.includes(token);
      // A key that the run made itself is as good as any.
      const taken = isKnown ? undefined : forged[detail]?.(token, tokens);
      if (taken === undefined) return fetch(request);
      const response = await fetch(request.clone());
      if (response.ok) return response;
      changed();
      return fetch(withToken(request, taken));
    }),
  },
  {
    name: 'open operation demands a credential',
    class: 'credential',
    basis: 'stated',
    at: wherever((place) => isUser(place) && !isSecured(place)),
    wrap: answering(
      () =>
        (response, { headers }) =>
          headers.has('authorization') ? response : new Response(null, { status: 401 }),
    ),
  },
  {
    name: 'anybody without a credential sees what is private',
    class: 'identity',
    basis: 'stated',
    at: wherever(isUser, isNamed, (place) => !isSecured(place), isRead),
    wrap: working((broken, { fetch, seeds }) => async (request) => {
      const response = await fetch(request.clone());
      if (response.ok || tokenOf(request) !== undefined) return response;
      return firstLetIn(asOthers(broken, seeds, request), {
        fetch,
        refused: response,
        changed: broken.changed,
      });
    }),
  },
  {
    name: "other users' records are open",
    class: 'identity',
    basis: 'implied',
    at: wherever(isNamed),
    wrap: working((broken, { fetch, seeds }) => async (request) => {
      const response = await fetch(request.clone());
      const isRefused = response.status === 403 || response.status === 404;
      if (!isRefused || !known(broken.place, seeds).includes(tokenOf(request) ?? '')) return response;
      return firstLetIn(asOthers(broken, seeds, request), {
        fetch,
        refused: response,
        changed: broken.changed,
      });
    }),
  },
  {
    name: 'users are mistaken for each other',
    class: 'identity',
    basis: 'implied',
    at: wherever(isSecured),
    wrap: mistaking((own, other) => ({ from: own, to: other })),
  },
  {
    name: 'all users are taken for one',
    class: 'identity',
    basis: 'implied',
    at: wherever(isSecured),
    wrap: mistaking((own, other) => ({ from: other, to: own })),
  },
  {
    name: 'what is refused to others is done',
    class: 'identity',
    basis: 'implied',
    at: wherever(isUser, isNamed, isWrite),
    wrap: working((broken, { fetch, seeds }) => async (request) => {
      const response = await fetch(request.clone());
      const isRefused = response.status === 403 || response.status === 404;
      if (isRefused)
        for (const one of asOthers(broken, seeds, request)) if ((await fetch(one)).ok) broken.changed();
      return response;
    }),
  },
  {
    name: 'owner is refused what is private',
    class: 'identity',
    basis: 'implied',
    at: wherever(isUser, isNamed, isRead, ({ operation }) => operation.statuses.includes('403')),
    wrap: answering(() => async (response) => {
      const isPrivate = response.ok && /"isPublic":false|"private"/.test(await response.clone().text());
      return isPrivate ? Response.json({}, { status: 403 }) : response;
    }),
  },
];

function mistaking(
  whom: (
    own: string | undefined,
    other: string | undefined,
  ) => { from: string | undefined; to: string | undefined },
): Operator['wrap'] {
  return working(({ place, changed }, { fetch, seeds }) => {
    const [own, other] = known(place, seeds);
    const { from, to } = whom(own, other);
    return (request) => {
      if (to === undefined || tokenOf(request) !== from) return fetch(request);
      changed();
      return fetch(withToken(request, to));
    };
  });
}

interface Door {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly refused: Response;
  readonly changed: () => void;
}

async function firstLetIn(
  requests: readonly Request[],
  { fetch, refused, changed }: Door,
): Promise<Response> {
  for (const one of requests) {
    const response = await fetch(one);
    if (!response.ok) continue;
    changed();
    return response;
  }
  return refused;
}
