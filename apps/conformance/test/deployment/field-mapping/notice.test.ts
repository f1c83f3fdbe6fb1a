import { expect, test } from 'vitest';
import { createFieldMapping } from '../../../src/deployment/field-mapping/create-field-mapping.ts';
import { families, operationOf } from '../../helpers/operation-of.ts';

function unknown() {
  return createFieldMapping({ families, bindings: {}, described: () => undefined });
}

const fields = { chat_prompt: 'Be brief.', visibility: 'private' };

test.each([
  [
    'a list',
    [{ id: 'a1', system_prompt: 'Hello', is_private: false }],
    { system_prompt: 'Be brief.', is_private: true },
  ],
  [
    'a wrapped record',
    { data: { systemPrompt: null, access: 'public' } },
    { systemPrompt: 'Be brief.', access: 'private' },
  ],
  [
    'a nested record',
    { id: 1, settings: { instructions: 'x', public: true } },
    { settings: { instructions: 'Be brief.', public: false } },
  ],
  [
    'a record in which the prompt has one of its own',
    { data: { id: 'a', spec: { prompt: { system: 'x', language: null }, visibility: 'public' } } },
    { spec: { prompt: { system: 'Be brief.' }, visibility: 'private' } },
  ],
  [
    'a prompt of parts',
    [{ id: 'a', prompt: [{ role: 'system', text: 'x' }], access: 'public' }],
    { prompt: [{ text: 'Be brief.' }], access: 'private' },
  ],
  [
    'a record that writes it in capitals',
    [{ prompt: 'x', visibility: 'PUBLIC' }],
    { prompt: 'Be brief.', visibility: 'PRIVATE' },
  ],
  [
    'a record whose names are of one spelling',
    [{ createdAt: 1, ownerId: 'o' }],
    { chatPrompt: 'Be brief.', visibility: 'private' },
  ],
  ['a record whose names are of several', [{ createdAt: 1, owner_id: 'o' }], fields],
  ['nothing', [], fields],
])('where names are not known, a request takes them from %s that was read before', (_, answer, expected) => {
  const fieldMapping = unknown();
  fieldMapping.notice(operationOf('listAgents'), answer);
  const { body, certain } = fieldMapping.write(operationOf('createChat'), fields, []);
  expect(body).toEqual(expected);
  expect(certain).toBe(false);
});

test('what the owner binds counts more than what was seen', () => {
  const bindings = { AgentRequest: { fields: { chat_prompt: 'prompt_text' } } };
  const fieldMapping = createFieldMapping({ families, bindings, described: () => undefined });
  fieldMapping.notice(operationOf('listAgents'), [{ system_prompt: 'Hello' }]);
  const { body } = fieldMapping.write(operationOf('upsertAgent'), { chat_prompt: 'Be brief.' }, []);
  expect(body).toEqual({ prompt_text: 'Be brief.' });
});

test('every family has its own names, where they were seen there', () => {
  const fieldMapping = unknown();
  fieldMapping.notice(operationOf('listAgents'), [{ visibility: 'public' }]);
  fieldMapping.notice(operationOf('listStudioChats'), [{ is_public: true }]);
  const { body } = fieldMapping.write(operationOf('createStudioChat'), { visibility: 'private' }, []);
  expect(body).toEqual({ is_public: false });
});

test('the entries of a list are spelled as other names are', () => {
  const fieldMapping = unknown();
  fieldMapping.notice(operationOf('listAgents'), [{ createdAt: 1 }]);
  const positions = [{ file_id: 'f', position: 0 }];
  const { body } = fieldMapping.write(operationOf('reorderAgentFiles'), { positions }, []);
  expect(body).toEqual({ positions: [{ fileId: 'f', position: 0 }] });
});

test('the entries of a list have the names that the owner binds in other records', () => {
  const entry = { properties: { 'leaf-ref': { type: 'string' }, rank: { type: 'integer' } } };
  const schema = { properties: { ranking: { type: 'array', items: entry } } };
  const bindings = {
    AgentFileResponse: { fields: { file_id: 'leaf-ref', position: 'rank' } },
    AgentFileBatchPositionRequest: { fields: { positions: 'ranking' } },
  };
  const reorder = operationOf('reorderAgentFiles');
  const described = () => ({ ...reorder, tags: [], request: { name: 'own', schema, required: true } });
  const fieldMapping = createFieldMapping({ families, bindings, described });
  const positions = [{ file_id: 'f', position: 0 }];
  const { body } = fieldMapping.write(reorder, { positions }, []);
  expect(body).toEqual({ ranking: [{ 'leaf-ref': 'f', rank: 0 }] });
});
