import { describe, expect, test } from 'vitest';
import type { Bindings } from '../../../src/deployment/config.ts';
import { checkBindings } from '../../../src/deployment/field-mapping/bindable-names.ts';
import { createFieldMapping } from '../../../src/deployment/field-mapping/create-field-mapping.ts';
import { loadSpec } from '../../../src/spec/load-spec.ts';
import { families, operationOf } from '../../helpers/operation-of.ts';

const { operations } = await loadSpec();

describe('a binding', () => {
  test.each<[says: string, bindings: Bindings]>([
    [
      'bindings.AgentModle: the contract has no such record or body. Did you mean AgentModel?',
      { AgentModle: { fields: { chat_prompt: 'greeting' } } },
    ],
    [
      'bindings.Tool.fields.input_schema: no field of it. Did you mean inputSchema?',
      { Tool: { fields: { input_schema: 'parameters' } } },
    ],
  ])('that names what is not there is an error: %s', (says, bindings) => {
    expect(() => checkBindings(bindings, operations)).toThrow(says);
  });

  test('may name a text that the interface does not speak of', () => {
    expect(() => checkBindings({ AgentModel: { fields: { name: 'title' } } }, operations)).not.toThrow();
  });

  test('of a kind of record is for answers that have no schema', () => {
    const bindings = { Schedule: { fields: { cron: 'expression' } } };
    checkBindings(bindings, operations);
    const { read } = createFieldMapping({ families, bindings, described: () => undefined });
    expect(read(operationOf('getSchedule'), 'cron', { expression: '0 9 * * 1' })).toEqual({
      value: '0 9 * * 1',
      certain: true,
    });
  });
});
