import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawMutations } from '../../src/cases/mutations/draw-mutations.ts';
import { interleave } from '../../src/cases/mutations/interleave.ts';
import { varyBody } from '../../src/cases/mutations/vary-body.ts';
import { varyParameter } from '../../src/cases/mutations/vary-parameter.ts';
import { isRecord } from '../../src/json/json-record.ts';
import { parseJson } from '../../src/json/parse-json.ts';

const schema = {
  type: 'object',
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 40 },
    stars: { type: 'integer', minimum: 1, maximum: 5 },
    size: { type: 'string', enum: ['s', 'm'] },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 3 },
    run: { type: 'string' },
  },
  required: ['title'],
};
const body = { title: 'A title', stars: 3, size: 's', run: 'r1' };
const valid = { body, schema, spared: [['run']] };
const mutations = varyBody(valid);

test('every body differs from the valid one, and no two mutations have one name', () => {
  expect(mutations.filter(({ text, contentType }) => text === JSON.stringify(body) && !contentType)).toEqual(
    [],
  );
  expect(new Set(mutations.map(({ about }) => about)).size).toBe(mutations.length);
});

test('a mutation in a property leaves all others as they were', () => {
  const inProperties = mutations.filter(({ path }) => path !== undefined);
  expect(inProperties.length).toBeGreaterThan(50);
  for (const { text, parameter = '' } of inProperties) {
    const sent = parseJson(text);
    expect(isRecord(sent) && { ...sent, [parameter]: undefined }).toEqual({
      ...body,
      [parameter]: undefined,
    });
  }
});

const about = (property: string): string[] =>
  mutations
    .filter(({ parameter }) => parameter === property)
    .map((mutation) => `${mutation.kind} ${mutation.about}`);

test.each([
  ['title', 'inside-bound with 1 character in title'],
  ['title', 'inside-bound with 40 characters in title'],
  ['title', 'inside-bound with 39 characters in title'],
  ['title', 'mutation with 41 characters (more than allowed) in title'],
  ['title', 'mutation without title'],
  ['stars', 'inside-bound with 1 in stars'],
  ['stars', 'inside-bound with 4 in stars'],
  ['stars', 'mutation with 6 (past the bound) in stars'],
  ['size', 'inside-bound with "m" in size'],
  ['size', 'mutation with none of the values to choose from in size'],
  ['tags', 'inside-bound with 3 items in tags'],
  ['tags', 'mutation with 4 items in tags'],
])('%s is sent %s', (property, words) => {
  expect(about(property)).toContain(words);
});

test('a property that names a record gets no text that a record could be made under', () => {
  expect(about('run')).toContain('mutation with a number in run');
  expect(about('run').filter((words) => /characters|surrogate|accents/.test(words))).toEqual([]);
});

test('the first few mutations are of different kinds, so that a small budget sees of each', () => {
  const words = mutations.slice(0, 6).map((mutation) => `${mutation.kind} ${mutation.about}`);
  expect(words).toEqual([
    'mutation with a body that ends too early',
    'mutation with a number in title',
    'mutation without title',
    expect.stringContaining('allowed) in title'),
    'mutation with 10,000 characters in title',
    'inside-bound with 1 character in title',
  ]);
});

test('bodies that are no record are varied as a whole', () => {
  fc.assert(
    fc.property(
      fc.jsonValue().filter((value) => !isRecord(value)),
      (value) => {
        const varied = varyBody({ body: value, schema: {}, spared: [] });
        expect(varied.length).toBeGreaterThan(5);
        expect(varied.every(({ path }) => path === undefined)).toBe(true);
      },
    ),
  );
});

test('the same seed draws the same random values', () => {
  const drawn = drawMutations(valid, { seed: 7, count: 20 });
  expect(drawn).toEqual(drawMutations(valid, { seed: 7, count: 20 }));
  expect(drawn).not.toEqual(drawMutations(valid, { seed: 8, count: 20 }));
});

describe('a parameter', () => {
  const limit = {
    name: 'limit',
    in: 'query',
    required: false,
    types: ['integer'],
    format: undefined,
    bounds: {},
    default: 20,
  };
  const named = varyParameter(limit, '5').map((mutation) => mutation.about);

  test('comes in the forms of its type, twice, and empty', () => {
    expect(named).toContain('with "9223372036854775808" for limit');
    expect(named).toContain('with "5.0" for limit');
    expect(named).toContain('with limit twice, with different values');
    expect(named).toContain('with limit twice, with the same value');
    expect(named).toContain('with no value for limit');
  });

  test('in a path comes once and is never left empty', () => {
    const inPath = varyParameter({ ...limit, in: 'path' }, '5');
    expect(inPath.every(({ values }) => values.length === 1 && values[0] !== '')).toBe(true);
  });
});

test('interleaving keeps every item and the order within each list', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat())), (lists) => {
      const tagged = lists.map((list, index) => list.map((_, at) => ({ index, at })));
      const mixed = interleave(tagged);
      expect(mixed).toHaveLength(lists.flat().length);
      for (const [index, list] of tagged.entries())
        expect(mixed.filter((one) => one.index === index)).toEqual(list);
    }),
  );
});
