import { isRecord } from '../../../../apps/conformance/src/json/json-record.ts';
import {
  inRecords,
  inTexts,
  withJson,
  withText,
} from '../../../../apps/conformance/test/random-mutants/alter.ts';
import type { Field } from '../../../../apps/conformance/test/styles/fields.ts';
import { answering, type Broken, type Operator } from '../operator.ts';
import { isListing, isUser, listName, type Place, refusalsOf, shownFields, shownName } from '../place.ts';

const isDocumented = (place: Place): boolean => isUser(place) && place.route?.answer !== undefined;
const isRecordful = (place: Place): boolean => isDocumented(place) && !isListing(place);

/** Whether its records hold texts that users wrote. */
const holdsTexts = (place: Place): boolean =>
  isDocumented(place) &&
  ['studio chat', 'agent', 'file', 'API key', 'schedule', 'bundle'].includes(
    place.operation.resource?.family.name ?? '',
  );

/** What stands in the place of a record, or of a list. */
const kinds: Readonly<Record<string, (body: unknown) => unknown>> = {
  null: () => null,
  'a number': () => 7,
  'a text': () => 'Fine.',
  'a list': () => [],
  'a list with it': (body) => [body],
  'an empty object': () => ({}),
  'an object with it': (body) => ({ content: body }),
};

/** What becomes of a text. */
const texts: Readonly<Record<string, (text: string) => string>> = {
  'cut at 60 characters': (text) => text.slice(0, 60),
  'in small letters': (text) => text.toLowerCase(),
  'with question marks for other letters': (text) => text.replaceAll(/[^\n-~]/g, '?'),
};

const changingField = (change: (record: Record<string, unknown>, name: string, broken: Broken) => unknown) =>
  answering((broken) => {
    const { place, detail } = broken;
    const name = shownName(place, detail as Field);
    return (response) =>
      withJson(response, (body) =>
        inRecords(body, listName(place), (record) =>
          name in record ? change(record, name, broken) : record,
        ),
      );
  });

const eachField = (place: Place): readonly string[] => (isDocumented(place) ? shownFields(place) : []);

export const bodyOperators: readonly Operator[] = [
  {
    name: 'record is something else',
    class: 'body kind',
    basis: 'stated',
    at: (place) => (isRecordful(place) ? ['null', 'a number', 'a text', 'a list', 'a list with it'] : []),
    wrap: answering(
      ({ detail }) =>
        (response) =>
          withJson(response, (body) => (kinds[detail] ?? String)(body)),
    ),
  },
  {
    name: 'list is something else',
    class: 'body kind',
    basis: 'stated',
    at: (place) => {
      if (!isDocumented(place) || !isListing(place)) return [];
      const others = ['null', 'a number', 'a text'];
      return place.route?.many === true
        ? [...others, 'an empty object', 'an object with it']
        : [...others, 'a list'];
    },
    wrap: answering(
      ({ detail }) =>
        (response) =>
          withJson(response, (body) => (kinds[detail] ?? String)(body)),
    ),
  },
  {
    name: 'JSON ends too early',
    class: 'body kind',
    basis: 'stated',
    at: (place) => (isDocumented(place) ? ['whole'] : []),
    wrap: answering(
      () => (response) =>
        response.ok ? withText(response, (text) => text.slice(0, Math.max(1, text.length - 2))) : response,
    ),
  },
  {
    name: 'field is missing',
    class: 'field',
    basis: 'implied',
    at: eachField,
    wrap: changingField((record, name) => {
      const { [name]: _, ...others } = record;
      return others;
    }),
  },
  {
    name: 'field is null',
    class: 'field',
    basis: 'implied',
    at: eachField,
    wrap: changingField((record, name) => ({ ...record, [name]: null })),
  },
  {
    name: 'field has another type',
    class: 'field',
    basis: 'implied',
    at: eachField,
    wrap: changingField((record, name) => {
      const value = record[name];
      const other = typeof value === 'string' ? 7 : Array.isArray(value) ? 'none' : `x${value}`;
      return { ...record, [name]: other };
    }),
  },
  {
    name: 'field has the value of another field',
    class: 'field',
    basis: 'implied',
    at: (place) => (eachField(place).length > 1 ? eachField(place) : []),
    wrap: changingField((record, name, { place }) => {
      const names = shownFields(place).map((field) => shownName(place, field));
      const other = names.find(
        (one) => one !== name && record[one] !== undefined && record[one] !== record[name],
      );
      return other === undefined ? record : { ...record, [name]: record[other], [other]: record[name] };
    }),
  },
  {
    name: 'answer is of another record',
    class: 'body kind',
    basis: 'stated',
    at: (place) =>
      isRecordful(place) && place.operation.resource?.does === 'read' && /\{\w+\}$/.test(place.operation.path)
        ? ['whole']
        : [],
    wrap: answering(() => {
      const earlier = new Map<string, string>();
      return async (response, request) => {
        if (!response.ok) return response;
        const text = await response.clone().text();
        const other = [...earlier].findLast(([url]) => url !== request.url)?.[1];
        earlier.set(request.url, text);
        return other === undefined ? response : withText(response, () => other);
      };
    }),
  },
  {
    name: 'record that is there is not found',
    class: 'effect',
    basis: 'implied',
    at: (place) =>
      isRecordful(place) && place.operation.resource?.does === 'read' && refusalsOf(place).includes(404)
        ? ['whole']
        : [],
    wrap: answering(
      () => (response) =>
        response.ok ? Response.json({ detail: 'No such record' }, { status: 404 }) : response,
    ),
  },
  {
    name: 'texts come back changed',
    class: 'fidelity',
    basis: 'implied',
    at: (place) => (holdsTexts(place) ? Object.keys(texts) : []),
    wrap: answering(
      ({ detail }) =>
        (response) =>
          withJson(response, (body) =>
            isRecord(body) || Array.isArray(body) ? inTexts(body, texts[detail] ?? String) : body,
          ),
    ),
  },
];
