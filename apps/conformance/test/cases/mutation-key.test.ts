import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Mutation } from '../../src/cases/mutations/mutation.ts';
import { mutationKey } from '../../src/cases/mutations/mutation-key.ts';
import { varyBody } from '../../src/cases/mutations/vary-body.ts';
import { varyParameter } from '../../src/cases/mutations/vary-parameter.ts';
import { callsToText, textToCalls } from '../../src/cases/sequences/calls-text.ts';
import { anySchema, anyValue } from '../helpers/described-body-arbitrary.ts';
import { everyMutation } from '../helpers/mutations.ts';
import { schema } from '../helpers/schema-arbitrary.ts';

test.each(everyMutation)('%j has the key %s', (mutation, key) => {
  expect(mutationKey(mutation)).toBe(key);
});

test('is made of nothing that only one run has', () => {
  const agent = { name: 'agent_id', in: 'path', required: true, types: ['string'], bounds: {} } as const;
  const keysFor = (id: string) =>
    varyParameter({ ...agent, format: 'uuid', default: undefined }, id).map(({ mutation }) =>
      mutationKey(mutation),
    );
  expect(keysFor('b6a1d3f8-5c27-4e90-8a4d-2f7093c1e65b')).toEqual(
    keysFor('7b1f3c52-6a0e-4f5d-9c1b-2e8d4a6f9b13'),
  );
});

const oddNames = fc.constantFrom(
  ...['agent_id', '_id', 'a.b', 'a', 'b', 'título', 'two words', '', '__proto', '\ud800', '-', '@'],
  ...['x'.repeat(41), `${'x'.repeat(41)}y`, 'null', '$ref', "'", '"'],
);
const anyName = fc.oneof(oddNames, fc.string({ maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 5 }));
const anyProperties = fc.dictionary(anyName, fc.oneof(anySchema, schema), {
  maxKeys: 5,
  noNullPrototype: true,
});
const anyBody = fc.oneof(
  anyValue,
  fc.dictionary(anyName, fc.oneof(anyValue, fc.dictionary(anyName, anyValue, { noNullPrototype: true })), {
    noNullPrototype: true,
  }),
);

const sequence = { id: 'made-up', calls: [{ operation: 'createBundle' }] };

function expectKeysOfTheirOwn(mutations: readonly Mutation[]): void {
  const byKey = Map.groupBy(mutations, mutationKey);
  for (const [key, some] of byKey) {
    expect(some).toHaveLength(1);
    expect(key).toMatch(/^[A-Za-z0-9_.@-]+$/);
    const kept = [{ number: 1, times: 1, alongside: false, varied: key }];
    expect(textToCalls(callsToText(kept), sequence)).toEqual(kept);
  }
}

test('no two mutations of a body have the same, and a replay command is read back with each', () => {
  fc.assert(
    fc.property(anyProperties, anyBody, (properties, body) => {
      const varied = varyBody({ body, schema: { type: 'object', properties }, spared: [] });
      expectKeysOfTheirOwn(varied.map(({ mutation }) => mutation));
    }),
  );
});

test('no two mutations of a body and of the parameters beside it have the same', () => {
  const parameter = fc.record({
    name: anyName,
    in: fc.constantFrom('path', 'query'),
    required: fc.boolean(),
    types: fc.subarray(['string', 'integer', 'number', 'boolean']),
    format: fc.constantFrom(undefined, 'uuid', 'date-time'),
    bounds: fc.constant({}),
    default: fc.constant(undefined),
  });
  const parameters = fc.uniqueArray(parameter, { selector: ({ name }) => name, maxLength: 3 });
  fc.assert(
    fc.property(parameters, anyBody, fc.string(), (some, body, valid) => {
      const inBody = varyBody({ body, schema: {}, spared: [] });
      const varied = [...inBody, ...some.flatMap((one) => varyParameter(one, valid))];
      expectKeysOfTheirOwn(varied.map(({ mutation }) => mutation));
    }),
    { examples: [[[], { name: { toString: {} } }, '']] },
  );
});
