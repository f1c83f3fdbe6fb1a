import { isRecord } from '../../../../apps/conformance/src/json/json-record.ts';
import {
  inList,
  parsed,
  tokenOf,
  withJson,
  withQuery,
  withToken,
} from '../../../../apps/conformance/test/random-mutants/alter.ts';
import { answering, type Operator, reading, wherever, working } from '../operator.ts';
import { isListing, listName, type Place } from '../place.ts';

const isPaged = ({ operation }: Place): boolean => operation.resource?.extent === 'page';
const later = (request: Request): boolean => new URL(request.url).searchParams.has('next_cursor');

const changed = (change: (items: readonly unknown[]) => readonly unknown[]): Operator['wrap'] =>
  answering(
    ({ place }) =>
      (response) =>
        withJson(response, (body) => inList(body, listName(place), change)),
  );

const listed = (
  name: string,
  change: (items: readonly unknown[]) => readonly unknown[],
  ...suits: readonly ((place: Place) => boolean)[]
): Operator => ({
  name,
  class: 'list',
  basis: 'implied',
  at: wherever(isListing, ...suits),
  wrap: changed(change),
});

const cursorOf = (body: unknown): string | undefined =>
  isRecord(body) ? Object.keys(body).find((name) => /next/i.test(name)) : undefined;

export const listOperators: readonly Operator[] = [
  listed('list is empty', () => []),
  listed('list lacks its last record', (items) => items.slice(0, -1)),
  listed('list lacks its first record', (items) => items.slice(1)),
  listed('list shows a record twice', (items) => [...items.slice(0, 1), ...items]),
  listed('list shows null beside its records', (items) => [...items, null]),
  listed('list is turned round', (items) => items.toReversed()),
  listed('list ends after the third record', (items) => items.slice(0, 3)),
  {
    name: "list shows another user's records too",
    class: 'identity',
    basis: 'implied',
    at: wherever(isListing, ({ operation }) => operation.secured),
    wrap: working(({ place, changed }, { fetch, seeds }) => async (request) => {
      const response = await fetch(request.clone());
      const token = tokenOf(request) === seeds.jwt.own ? seeds.jwt.other : seeds.jwt.own;
      const others = await fetch(withToken(request, token));
      if (!response.ok || !others.ok) return response;
      const list = listName(place);
      const more: unknown[] = [];
      inList(parsed(await others.text()), list, (items) => {
        more.push(...items);
        return items;
      });
      if (more.length > 0) changed();
      return withJson(response, (body) => inList(body, list, (items) => [...items, ...more]));
    }),
  },
  {
    name: 'page is one longer than its limit',
    class: 'paging',
    basis: 'stated',
    at: wherever(isPaged),
    wrap: reading(() => (request) => {
      const limit = Number(new URL(request.url).searchParams.get('limit') ?? 30);
      return withQuery(request, (query) => query.set('limit', `${limit + 1}`));
    }),
  },
  {
    name: 'page is one shorter than its limit',
    class: 'paging',
    basis: 'implied',
    at: wherever(isPaged),
    wrap: changed((items) => (items.length > 1 ? items.slice(0, -1) : items)),
  },
  {
    name: 'later page lacks its first record',
    class: 'paging',
    basis: 'implied',
    at: wherever(isPaged),
    wrap: answering(
      ({ place }) =>
        (response, request) =>
          later(request)
            ? withJson(response, (body) => inList(body, listName(place), (items) => items.slice(1)))
            : response,
    ),
  },
  {
    name: 'later page is the first page again',
    class: 'paging',
    basis: 'implied',
    at: wherever(isPaged),
    wrap: reading(() => (request) => withQuery(request, (query) => query.delete('next_cursor'))),
  },
  {
    name: 'second page has no cursor',
    class: 'paging',
    basis: 'implied',
    at: wherever(isPaged),
    wrap: answering(() => (response, request) => {
      if (!later(request)) return response;
      return withJson(response, (body) => {
        const cursor = cursorOf(body);
        return cursor === undefined ? body : { ...Object(body), [cursor]: null };
      });
    }),
  },
  {
    name: 'last page lacks its last record',
    class: 'paging',
    basis: 'implied',
    at: wherever(isPaged),
    wrap: answering(
      ({ place }) =>
        (response, request) =>
          withJson(response, (body) => {
            const cursor = cursorOf(body);
            const isLast = cursor === undefined || Object(body)[cursor] === null;
            return later(request) && isLast
              ? inList(body, listName(place), (items) => items.slice(0, -1))
              : body;
          }),
    ),
  },
  {
    name: 'cursor is no date-time',
    class: 'paging',
    basis: 'stated',
    at: wherever(isPaged),
    wrap: working(({ changed }, { fetch }) => {
      const cursors = new Map<string, string>();
      return async (request) => {
        const asked = withQuery(request, (query) => {
          const known = cursors.get(query.get('next_cursor') ?? '');
          if (known !== undefined) query.set('next_cursor', known);
        });
        return withJson(await fetch(asked), (body) => {
          const cursor = cursorOf(body);
          const value: unknown = cursor === undefined ? undefined : Object(body)[cursor];
          if (cursor === undefined || typeof value !== 'string') return body;
          const own = `page-${cursors.size + 2}`;
          cursors.set(own, value);
          changed();
          return { ...Object(body), [cursor]: own };
        });
      };
    }),
  },
];
