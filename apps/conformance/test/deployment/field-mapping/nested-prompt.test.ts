import { describe, expect, test } from 'vitest';
import { createFieldMapping } from '../../../src/deployment/field-mapping/create-field-mapping.ts';
import type { JsonSchema } from '../../../src/spec/description.ts';
import { families, operationOf } from '../../helpers/operation-of.ts';

const upsert = operationOf('upsertAgent');
const text = { type: 'string' };

function record(properties: JsonSchema, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties, required };
}

/** Agents as a deployment describes them, sent and answered alike. */
function agentsOf(schema: JsonSchema, fields: Readonly<Record<string, string>> = {}) {
  const body = { name: undefined, schema };
  return createFieldMapping({
    families,
    bindings: { AgentRequest: { fields }, AgentModel: { fields } },
    described: () => ({ ...upsert, id: 'own', tags: [], request: body, success: body }),
  });
}

const prompt = record({ system: text, language: text }, ['system']);
const written = { chat_prompt: 'Be brief.' };

describe.each<[string, JsonSchema, unknown]>([
  ['a record of its own', record({ prompt }), { prompt: { system: 'Be brief.' } }],
  [
    'a part that is referred to',
    record({ prompt: { allOf: [prompt] } }),
    { prompt: { system: 'Be brief.' } },
  ],
  [
    'a record or null',
    record({ prompt: { anyOf: [prompt, { type: 'null' }] } }),
    { prompt: { system: 'Be brief.' } },
  ],
  [
    'a record whose form only its properties tell',
    record({ prompt: { properties: { system: text } } }),
    { prompt: { system: 'Be brief.' } },
  ],
  [
    'a record one level deeper',
    record({ spec: record({ prompt, visibility: text }) }, ['spec']),
    { spec: { prompt: { system: 'Be brief.' } } },
  ],
  [
    'two records, one in the other',
    record({ instructions: record({ content: record({ text }) }) }),
    { instructions: { content: { text: 'Be brief.' } } },
  ],
  [
    'a list of parts',
    record({ prompt: { type: 'array', items: record({ role: text, text }, ['text']) } }),
    { prompt: [{ text: 'Be brief.' }] },
  ],
  [
    'a list of texts',
    record({ instructions: { type: 'array', items: text } }),
    { instructions: ['Be brief.'] },
  ],
])('a chat prompt in %s', (_, schema, wire) => {
  test('is sent there, and read from there', () => {
    const { write, read } = agentsOf(schema);
    expect(write(upsert, written, [])).toMatchObject({ body: wire, certain: true, meaning: written });
    expect(read(upsert, 'chat_prompt', wire)).toEqual({ value: 'Be brief.', certain: true });
  });
});

describe('a text beneath a prompt is only what is most likely meant', () => {
  test.each<[string, JsonSchema, unknown]>([
    ['the only one that is required', prompted({ template: text, notes: text }, ['template']), 'template'],
    ['the only one', prompted({ template: text, prompt_id: text }), 'template'],
    ['the first of two that go by general names', prompted({ body: text, system: text }), 'body'],
    [
      'the only one that may be any words',
      prompted({ template: text, tone: { enum: ['dry'], type: 'string' } }),
      'template',
    ],
  ])('where it is %s', (_, schema, name) => {
    const { write, read } = agentsOf(schema);
    const body = { prompt: { [`${name}`]: 'Be brief.' } };
    expect(write(upsert, written, [])).toMatchObject({ body, certain: false });
    expect(read(upsert, 'chat_prompt', body)).toEqual({ value: 'Be brief.', certain: false });
  });

  test.each<[string, JsonSchema]>([
    ['several texts could be it', prompted({ template: text, notes: text })],
    ['there is nothing but an identifier', prompted({ prompt_id: text })],
    ['there is no text at all', prompted({ tokens: { type: 'integer' } })],
    ['the list holds something else', record({ prompts: { type: 'array', items: { type: 'integer' } } })],
  ])('and none where %s: then nothing that is sent is certain', (_, schema) => {
    expect(agentsOf(schema).write(upsert, written, []).certain).toBe(false);
  });

  test('a list that goes by another name than a prompt does may hold other texts', () => {
    const schema = record({ example_prompts: { type: 'array', items: record({ text }) } });
    expect(agentsOf(schema).write(upsert, written, []).certain).toBe(false);
  });
});

test.each<[string, JsonSchema]>([
  ['a text that is too long for it', record({ prompt: { ...text, maxLength: 3 } })],
  ['an identifier', record({ prompt: { ...text, format: 'uuid' } })],
  [
    'an example beside it that does not fit',
    record({ prompt: text, size: { type: 'integer', example: 'large' } }, ['size']),
  ],
])('what the description itself refuses is never certain: %s', (_, schema) => {
  expect(agentsOf(schema).write(upsert, written, []).certain).toBe(false);
});

test('of a list with several parts it is unknown which is the prompt', () => {
  const parts = { type: 'array', items: record({ role: text, text }) };
  const { read } = agentsOf(record({ prompt: parts }));
  expect(read(upsert, 'chat_prompt', { prompt: [{ text: 'a' }, { text: 'b' }] })?.certain).not.toBe(true);
});

describe('a prompt that is left out', () => {
  test.each<[string, JsonSchema, unknown]>([
    ['leaves nothing of its record', record({ prompt }, ['prompt']), {}],
    ['leaves the record around it', record({ spec: record({ prompt }, ['prompt']) }, ['spec']), { spec: {} }],
    [
      'leaves what else its record needs',
      record({ prompt: record({ system: text, size: { type: 'integer' } }, ['system', 'size']) }, ['prompt']),
      { prompt: { size: 1 } },
    ],
    [
      'leaves no part of a list',
      record({ prompt: { type: 'array', items: record({ text }) } }, ['prompt']),
      {},
    ],
  ])('%s', (_, schema, wire) => {
    expect(agentsOf(schema).write(upsert, {}, ['chat_prompt']).body).toEqual(wire);
  });
});

test('an owner may name a place in the only entry of a list', () => {
  const { write, read } = agentsOf({}, { chat_prompt: 'prompt.0.text' });
  const body = { prompt: [{ text: 'Be brief.' }] };
  expect(write(upsert, written, [])).toMatchObject({ body, certain: true });
  expect(read(upsert, 'chat_prompt', body)).toEqual({ value: 'Be brief.', certain: true });
});

test('the place that an owner names is filled as the description of that place says', () => {
  const access = { type: 'string', enum: ['PRIVATE', 'PUBLIC'] };
  const { write } = agentsOf(record({ visible: text, spec: record({ access }) }), {
    visibility: 'spec.access',
  });
  expect(write(upsert, { visibility: 'private' }, [])).toMatchObject({
    body: { spec: { access: 'PRIVATE' } },
    certain: true,
  });
});

function prompted(properties: JsonSchema, required: readonly string[] = []): JsonSchema {
  return record({ prompt: record(properties, required) });
}
