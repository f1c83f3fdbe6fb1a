import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeParse } from 'zod/mini';
import { toolInputs } from '../src/gen/zod.ts';
import { definitions, type ToolDefinition, validate } from '../src/index.ts';
import { inputsFor } from './helpers/inputs-for.ts';

const all: readonly ToolDefinition[] = definitions;

/** Strict in all but one check, which refuses a `then` that requires what the properties beside it declare. */
const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });

describe('The definitions', () => {
  it('are the 15 tools with 45 parameters, of which 15 are required', () => {
    const count = (values: (each: ToolDefinition) => readonly unknown[]) => all.flatMap(values).length;
    expect(all).toHaveLength(15);
    expect(count(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}))).toBe(45);
    expect(count(({ inputSchema }) => inputSchema.required ?? [])).toBe(15);
  });

  it('carry the same conditional rules as data and as if/then', () => {
    const push = all.find(({ name }) => name === 'NOTIFIER_CREATE_PUSH');
    expect(push?.rules.map(({ requireWhen, require }) => [requireWhen.equals, require])).toEqual([
      ['link', ['url']],
      ['file', ['file_url', 'file_name', 'file_type']],
    ]);
    expect(push?.inputSchema.allOf?.map((each) => each.then.required)).toEqual([
      ['url'],
      ['file_url', 'file_name', 'file_type'],
    ]);
  });

  it('publish common values as examples, so that any other icon is allowed', () => {
    const device = all.find(({ name }) => name === 'NOTIFIER_UPDATE_DEVICE');
    expect(device?.inputSchema.properties?.icon).toEqual({
      type: 'string',
      examples: ['desktop', 'laptop', 'tablet', 'phone', 'watch', 'system', 'ios'],
    });
  });
});

describe('Whatever a model sends', () => {
  it.each(definitions.map((each) => [each.name, each] as const))(
    'JSON Schema, zod and validate judge it alike: %s',
    (name, definition) => {
      const matches = ajv.compile(definition.inputSchema);
      fc.assert(
        fc.property(inputsFor(definition), (input) => {
          const verdict = matches(input);
          expect(validate(name, input).ok).toBe(verdict);
          expect(safeParse(toolInputs[name], input).success).toBe(verdict);
        }),
        { numRuns: 300 },
      );
    },
  );
});
