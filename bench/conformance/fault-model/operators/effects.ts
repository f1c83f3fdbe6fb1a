import { isRecord } from '../../../../apps/conformance/src/json/json-record.ts';
import {
  inTexts,
  tokenOf,
  withBody,
  withJson,
} from '../../../../apps/conformance/test/random-mutants/alter.ts';
import { undoing } from '../../../../apps/conformance/test/random-mutants/keep-store.ts';
import type { Field } from '../../../../apps/conformance/test/styles/fields.ts';
import { answering, type Broken, type Operator, reading, wherever, working } from '../operator.ts';
import { isRead, isUser, isWrite, type Place, sentFields, sentName } from '../place.ts';

const does =
  (...kinds: readonly string[]) =>
  ({ operation }: Place): boolean =>
    operation.api === 'user' && kinds.includes(operation.resource?.does ?? '');

const isEffect = (place: Place): boolean => isUser(place) && (isWrite(place) || does('consume')(place));

/** The fields of a body: those that the contract names, and those that this deployment demands or takes besides. */
function bodyFields(place: Place): readonly string[] {
  const demands = place.style.wire.demands[place.route?.input ?? ''] ?? [];
  return [...sentFields(place), ...demands.map(({ name }) => name)];
}

function wireName({ place, detail }: Broken): string {
  const isField = sentFields(place).some((field) => field === detail);
  return isField ? sentName(place, detail as Field) : detail;
}

/** Changes one field of a body on its way in. */
const keeping = (change: (value: unknown) => unknown): Operator['wrap'] =>
  reading((broken) => {
    const name = wireName(broken);
    return (request) =>
      withBody(request, (body) =>
        isRecord(body) && name in body ? { ...body, [name]: change(body[name]) } : body,
      );
  });

const textFields = (place: Place): readonly string[] =>
  bodyFields(place).filter(
    (name) => !/position|_id$|isPublic|visibility|stars|jwt|code|cron|color/i.test(name),
  );

const written: Readonly<Record<string, (text: string) => string>> = {
  'cut at 100 characters': (text) => text.slice(0, 100),
  'in small letters': (text) => text.toLowerCase(),
  'with single spaces': (text) => text.replaceAll(/\s+/g, ' '),
  'without white space at its ends': (text) => text.trim(),
  'without letters beyond the first plane': (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?'),
  composed: (text) => text.normalize('NFC'),
};

export const effectOperators: readonly Operator[] = [
  {
    name: 'write is answered but not done',
    class: 'effect',
    basis: 'implied',
    at: wherever(isEffect),
    wrap:
      ({ place, changed }) =>
      (deployment) =>
        undoing(deployment, place.matches, (response) => {
          if (response.ok) changed();
        }),
  },
  {
    name: 'first answer is given for ever',
    class: 'effect',
    basis: 'implied',
    at: wherever(isUser, isRead),
    wrap: working(({ changed }, { fetch }) => {
      const answers = new Map<string, Response>();
      return async (request) => {
        const key = `${request.url} ${tokenOf(request)}`;
        const known = answers.get(key);
        const now = await fetch(request);
        if (known === undefined && now.ok) answers.set(key, now.clone());
        if (known === undefined) return now;
        if ((await now.text()) !== (await known.clone().text())) changed();
        return known.clone();
      };
    }),
  },
  {
    name: 'one call is done twice',
    class: 'effect',
    basis: 'implied',
    at: wherever(does('create', 'upsert', 'clone', 'use')),
    wrap: working(({ changed }, { fetch }) => async (request) => {
      if ((await fetch(request.clone())).ok) changed();
      return fetch(request);
    }),
  },
  {
    name: 'second creation gives the first record again',
    class: 'effect',
    basis: 'implied',
    at: wherever(does('create', 'upsert', 'clone')),
    wrap: working(({ changed }, { fetch }) => {
      const first = new Map<string, Response>();
      return async (request) => {
        const key = `${new URL(request.url).pathname} ${tokenOf(request)}`;
        const known = first.get(key);
        if (known !== undefined) changed();
        if (known !== undefined) return known.clone();
        const response = await fetch(request);
        if (response.ok) first.set(key, response.clone());
        return response;
      };
    }),
  },
  {
    name: 'refused creation is stored',
    class: 'effect',
    basis: 'implied',
    at: wherever(does('create', 'upsert'), ({ operation }) => operation.request !== undefined),
    wrap: working(({ changed }, { fetch }) => {
      const taken = new Map<string, string>();
      return async (request) => {
        const body = await request.clone().text();
        const key = `${new URL(request.url).pathname} ${tokenOf(request)}`;
        const response = await fetch(request.clone());
        if (response.ok) taken.set(key, body);
        const valid = taken.get(key);
        if (response.ok || valid === undefined) return response;
        if ((await fetch(new Request(request, { body: valid }))).ok) changed();
        return response;
      };
    }),
  },
  {
    name: 'removal removes an earlier record too',
    class: 'frame',
    basis: 'implied',
    at: wherever(does('remove')),
    wrap: atEarlier('beside'),
  },
  {
    name: 'removal removes an earlier record instead',
    class: 'effect',
    basis: 'implied',
    at: wherever(does('remove')),
    wrap: atEarlier('instead'),
  },
  {
    name: 'change changes an earlier record too',
    class: 'frame',
    basis: 'implied',
    at: wherever(does('change', 'act', 'reorder'), ({ operation }) => operation.path.includes('{')),
    wrap: atEarlier('beside'),
  },
  {
    name: 'partial update puts back what it does not name',
    class: 'frame',
    basis: 'implied',
    at: (place) =>
      does('change')(place) && place.operation.resource?.extent === 'partial' ? bodyFields(place) : [],
    wrap: reading((broken) => {
      const { wire } = broken.place.style;
      const name = wireName(broken);
      const form = wire.visibility;
      const values: Readonly<Record<string, unknown>> = {
        visibility: form.form === 'flag' ? form.trueMeans === 'public' : form.public,
        position: 0,
        vanity_slug: null,
      };
      const value = broken.detail in values ? values[broken.detail] : 'untitled';
      return (request) =>
        withBody(request, (body) => (isRecord(body) && !(name in body) ? { ...body, [name]: value } : body));
    }),
  },
  {
    name: 'upsert makes another agent',
    class: 'effect',
    basis: 'stated',
    at: wherever(does('upsert')),
    wrap: reading(({ place }) => {
      const name = sentName(place, 'agent_id');
      return (request) =>
        withBody(request, (body) => {
          const { [name]: _, ...others } = isRecord(body) ? body : {};
          return isRecord(body) ? others : body;
        });
    }),
  },
  {
    name: 'use moves the balance the other way',
    class: 'effect',
    basis: 'implied',
    at: wherever(does('use'), ({ operation }) => operation.id === 'useCredits'),
    wrap: working(({ place, changed }, { fetch, store, seeds }) => async (request) => {
      changed();
      const user = seeds.tokens.get(tokenOf(request) ?? '') ?? '';
      const { start, cost } = place.style.choices.credits;
      const balance = store.credits.get(user) ?? start;
      const response = await fetch(request);
      store.credits.set(user, balance + cost);
      return withJson(response, (body) => ({ ...Object(body), balance: balance + cost }));
    }),
  },
  {
    name: 'field that was sent is lost',
    class: 'fidelity',
    basis: 'implied',
    at: bodyFields,
    wrap: keeping((value) => (typeof value === 'string' ? 'lost' : value === true ? false : value === false)),
  },
  ...Object.entries(written).map(
    ([how, change]): Operator => ({
      name: `text is kept ${how}`,
      class: 'fidelity',
      basis: 'implied',
      at: textFields,
      wrap: keeping((value) => inTexts(value, change)),
    }),
  ),
  {
    name: 'every seventh answer is an undocumented refusal',
    class: 'status',
    basis: 'stated',
    at: wherever(isUser, isRead),
    wrap: answering(() => {
      let answers = 0;
      return (response) => {
        answers += 1;
        return answers % 7 === 0 ? Response.json({}, { status: 410 }) : response;
      };
    }),
  },
];

/** Does to a record that was seen before what is asked for another one, beside it or instead. */
function atEarlier(how: 'beside' | 'instead'): Operator['wrap'] {
  return ({ place, changed }) => {
    const form = new RegExp(`${place.operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return ({ fetch }) => {
      const seen = new Map<string, string>();
      const broken = async (request: Request): Promise<Response> => {
        const elsewhere = sentElsewhere(request, seen);
        if (elsewhere === undefined) return fetch(request);
        changed();
        if (how === 'instead') return fetch(elsewhere);
        const response = await fetch(request);
        if (response.ok) await fetch(elsewhere);
        return response;
      };
      return async (request) => {
        const response = await (place.matches(request) ? broken : fetch)(request.clone());
        const { pathname } = new URL(request.url);
        const isSeen = response.ok && request.method !== 'DELETE' && form.test(pathname);
        if (isSeen) seen.set(pathname, tokenOf(request) ?? '');
        return response;
      };
    };
  };
}

/** The same request for the record of the same user that was seen last. */
function sentElsewhere(request: Request, seen: ReadonlyMap<string, string>): Request | undefined {
  const { pathname } = new URL(request.url);
  const owner = tokenOf(request) ?? '';
  const other = [...seen].findLast(([path, whose]) => path !== pathname && whose === owner);
  return other && new Request(new URL(other[0], request.url), request.clone());
}
