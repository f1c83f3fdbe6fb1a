import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadResources, type ResourceFamily } from '../src/contract-files.ts';
import { locate } from './interface-document.ts';
import { type Operation, openApiOperations } from './openapi-documents.ts';

const { families, noRecord } = loadResources();
const operations = new Map(openApiOperations().map((operation) => [operation.id, operation]));
const names = families.map(({ name }) => name);

test('Each of the 93 operations belongs to one family, or to none for a reason', () => {
  const listed = [
    ...families.flatMap((family) => Object.keys(family.operations)),
    ...noRecord.map(({ operation }) => operation),
  ];
  expect(listed.toSorted()).toEqual([...operations.keys()].toSorted());
  expect(listed.length).toBe(93);
});

test('Each quote stands on one line of its section', () => {
  const quotes = quotesIn([families, noRecord]);
  expect(quotes.filter(({ section, text }) => locate(section, text).length !== 1)).toEqual([]);
  expect(quotes.length).toBeGreaterThan(100);
});

test('Each family has a name of its own', () => {
  expect(new Set(names).size).toBe(names.length);
});

describe.each(families)('The family $name', (family) => {
  const own = Object.keys(family.operations).map(operationOf);

  test('names families that there are', () => {
    const named = [
      family.parent?.family,
      family.refersTo?.family,
      ...family.identifiers.map(({ of }) => of),
      ...[...family.mayRead, ...family.mayChange].map((access) => access.as),
    ].filter((name) => name !== undefined);
    expect(named.filter((name) => !names.includes(name))).toEqual([]);
  });

  test('has identifiers with the types of the OpenAPI parameters', () => {
    const told = family.identifiers.map(({ parameter, types }) => [parameter, types.toSorted()]);
    const documented = family.identifiers.map(({ parameter, of }) => {
      const among = of === undefined ? [...own, ...operationsBelow(family, parameter)] : own;
      return [parameter, typesOf(parameter, among)];
    });
    expect(told).toEqual(documented);
  });

  test('has operations whose paths name the parent, or a note why one does not', () => {
    const { parameter } = family.parent ?? {};
    const noted = (family.notes ?? []).flatMap(({ of }) => of);
    const silent = own
      .filter(({ id }) => parameter !== undefined && !noted.includes(id))
      .filter(({ parameters }) => !parameters.some(({ name }) => name === parameter));
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  test('has operations that do what their methods let them do', () => {
    const wrong = Object.entries(family.operations).filter(([id, { does, extent }]) => {
      const { method, effect } = operationOf(id);
      if (does === 'read' || does === 'list') return method !== 'GET' || effect !== 'read';
      if (does === 'remove') return method !== 'DELETE';
      if (does === 'change')
        return !['PUT', 'PATCH'].includes(method) || (extent === 'partial') !== (method === 'PATCH');
      return method === 'DELETE' || method === 'PATCH' || (method === 'GET' && does !== 'consume');
    });
    expect(wrong).toEqual([]);
  });

  test('has fields that the contract knows', () => {
    const known = own.flatMap(schemaNamesOf).flatMap((name) => propertiesOf(schemas.get(name)));
    const unknown = (family.fields ?? []).filter(({ name }) => !known.includes(name));
    expect(unknown.map(({ name }) => name)).toEqual([]);
  });

  test('speaks of operations and fields of its own', () => {
    const { has = [], views = [], notes = [], fields = [], order } = family;
    const spoken = [...has, ...views].flatMap((one) => one.operations).concat(notes.flatMap(({ of }) => of));
    const shown = [
      ...has.map(({ field }) => field),
      ...views.flatMap(({ omits }) => omits),
      order?.field,
      order?.batch,
    ].filter((field) => field !== undefined);
    expect(spoken.filter((id) => !(id in family.operations))).toEqual([]);
    expect(shown.filter((field) => !fields.some(({ name }) => name === field))).toEqual([]);
  });

  test('says what becomes of a record that is removed, where one can be', () => {
    const isRemovable = Object.values(family.operations).some(({ does }) => does === 'remove');
    expect(family.removal !== undefined).toBe(isRemovable);
  });

  test('lets everybody read only what the contract asks no credential for', () => {
    const isOpen = own.some(({ security }) => Array.isArray(security) && security.length === 0);
    const isForAll = [...family.mayRead, ...family.mayChange].some(({ who }) => who === 'anyone');
    expect(!isForAll || isOpen).toBe(true);
  });
});

function operationOf(id: string): Operation {
  const operation = operations.get(id);
  if (operation === undefined) throw new Error(`resources.yaml names ${id}, which is no operation.`);
  return operation;
}

/** The operations of the families whose parent is named by a parameter. */
function operationsBelow({ name }: ResourceFamily, parameter: string): Operation[] {
  return families
    .filter(({ parent }) => parent?.family === name && parent.parameter === parameter)
    .flatMap((family) => Object.keys(family.operations).map(operationOf));
}

function typesOf(parameter: string, among: readonly Operation[]): string[] {
  const schemas = among.flatMap(({ parameters }) =>
    parameters.filter(({ name }) => name === parameter).map(({ schema }) => schema),
  );
  const types = schemas.map(({ format, type }) => (format === 'uuid' ? 'uuid' : String(type)));
  return [...new Set(types)].sort();
}

interface Quoted {
  section: string;
  text: string;
}

function quotesIn(node: unknown): Quoted[] {
  if (typeof node !== 'object' || node === null) return [];
  const { section, text } = node as Partial<Quoted>;
  const own = section !== undefined && text !== undefined ? [{ section, text }] : [];
  return [...own, ...Object.values(node).flatMap(quotesIn)];
}

const schemas = new Map(
  readdirSync(new URL('../schemas/', import.meta.url)).flatMap((file): [string, unknown][] => {
    const url = new URL(`../schemas/${file}`, import.meta.url);
    return Object.entries(parse(readFileSync(url, 'utf8')));
  }),
);

/** The schemas of the bodies that an operation takes and answers. */
function schemaNamesOf({ body = '', responses }: Operation): string[] {
  const shapes = [body, ...[...responses.values()].map((response) => response.body)];
  return shapes.flatMap((shape) => shape.match(/\b[A-Z]\w+/g) ?? []);
}

function propertiesOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const {
    properties = {},
    items,
    $ref,
  } = schema as {
    properties?: Record<string, Record<string, unknown>>;
    items?: unknown;
    $ref?: string;
  };
  const own = Object.entries(properties).flatMap(([name, property]) => [name, ...propertiesOf(property)]);
  const referred = $ref === undefined ? [] : propertiesOf(schemas.get($ref.slice($ref.lastIndexOf('/') + 1)));
  return [...own, ...propertiesOf(items), ...referred];
}
