import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { interleave } from '../../src/cases/interleave.ts';
import { drawMutations } from '../../src/cases/mutations/draw-mutations.ts';
import { mutationKey } from '../../src/cases/mutations/mutation-key.ts';
import type { BodyVariant } from '../../src/cases/mutations/variant.ts';
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

test('every body differs from the valid one, and no two mutations have one key', () => {
  expect(mutations.filter(({ text, contentType }) => text === JSON.stringify(body) && !contentType)).toEqual(
    [],
  );
  expect(new Set(mutations.map(({ mutation }) => mutationKey(mutation))).size).toBe(mutations.length);
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

const nameOf = ({ kind, mutation }: BodyVariant): string => `${kind} ${mutationKey(mutation)}`;
const about = (property: string): string[] =>
  mutations.filter(({ parameter }) => parameter === property).map(nameOf);

test.each([
  ['title', 'inside-bound length-1@title'],
  ['title', 'inside-bound length-40@title'],
  ['title', 'inside-bound length-39@title'],
  ['title', 'mutation length-41@title'],
  ['title', 'mutation left-out@title'],
  ['stars', 'inside-bound number-1@stars'],
  ['stars', 'inside-bound number-4@stars'],
  ['stars', 'mutation number-6@stars'],
  ['size', 'inside-bound choice-m@size'],
  ['size', 'mutation no-choice@size'],
  ['tags', 'inside-bound items-3@tags'],
  ['tags', 'mutation items-4@tags'],
])('%s is sent %s', (property, words) => {
  expect(about(property)).toContain(words);
});

test('a property that names a record gets no text that a record could be made under', () => {
  expect(about('run')).toContain('mutation number@run');
  expect(about('run').filter((words) => /very-long|surrogate|accents/.test(words))).toEqual([]);
});

test('the first few mutations are of different kinds, so that a small budget sees of each', () => {
  expect(mutations.slice(0, 6).map(nameOf)).toEqual([
    'mutation body-cut-short',
    'mutation number@title',
    'mutation left-out@title',
    expect.stringMatching(/^mutation length-\d+@title$/),
    'mutation very-long@title',
    'inside-bound length-1@title',
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
  const named = varyParameter(limit, '5').map(({ mutation }) => mutationKey(mutation));

  test('comes in the forms of its type, twice, and empty', () => {
    expect(named).toContain('value-beyond-64-bits@limit');
    expect(named).toContain('value-with-point@limit');
    expect(named).toContain('twice-different@limit');
    expect(named).toContain('twice-same@limit');
    expect(named).toContain('no-value@limit');
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
