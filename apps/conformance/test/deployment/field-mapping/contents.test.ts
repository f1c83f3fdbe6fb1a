import { expect, test } from 'vitest';
import type { Bindings } from '../../../src/deployment/config.ts';
import { createFieldMapping } from '../../../src/deployment/field-mapping/create-field-mapping.ts';
import { families, operationOf } from '../../helpers/operation-of.ts';

const create = operationOf('createChat');
const read = operationOf('getChat');

function mapping(bindings: Bindings = {}) {
  return createFieldMapping({ families, bindings, described: () => undefined });
}

/** A record as JSON:API has it. */
function record(attributes: object): object {
  return { type: 'chat', id: 'c1', attributes };
}

test('a name that the owner tells is found in the contents of a record, and in what wraps them', () => {
  const told = mapping({ AgentModel: { fields: { chat_prompt: 'greeting' } } });
  const shown = { value: 'Hi', certain: true };
  expect(told.read(read, 'chat_prompt', record({ greeting: 'Hi' }))).toEqual(shown);
  expect(told.read(read, 'chat_prompt', { data: record({ greeting: 'Hi' }) })).toEqual(shown);
});

test('a name that the owner tells is found in what wraps the whole record', () => {
  const told = mapping({ AgentModel: { fields: { chat_prompt: 'greeting.text' } } });
  expect(told.read(read, 'chat_prompt', { result: { id: 'c1', greeting: { text: 'Hi' } } })).toEqual({
    value: 'Hi',
    certain: true,
  });
});

test('what wraps the record may be called as a field is, and is not that field', () => {
  const told = mapping({ ApiKey: { fields: { key: 'Key' } } });
  const answer = { Key: { id: 7, Key: 'a-new-key' }, requestId: 'req_1' };
  expect(told.read(operationOf('createApiKey'), 'key', answer)?.value).toBe('a-new-key');
  expect(told.read(operationOf('createApiKey'), 'key', { Key: {}, requestId: 'req_1' })).toBeUndefined();
});

test('a name that the owner tells is written in what the document wraps the body in', () => {
  const inner = { type: 'object', properties: { greeting: { type: 'string' } } };
  const schema = { type: 'object', properties: { data: inner }, required: ['data'] };
  const { write } = createFieldMapping({
    families,
    bindings: { AgentRequest: { fields: { chat_prompt: 'greeting' } } },
    described: (operation) => ({ ...operation, tags: [], request: { name: 'Chat', schema } }),
  });
  expect(write(create, { chat_prompt: 'Hi' }, [])).toMatchObject({
    body: { data: { greeting: 'Hi' } },
    certain: true,
  });
});

test('it is not found in another record beside them', () => {
  const told = mapping({ AgentModel: { fields: { chat_prompt: 'greeting' } } });
  expect(told.read(read, 'chat_prompt', { id: 'c1', owner: { greeting: 'Hi' } })?.certain).not.toBe(true);
});

test('a value that was sent in the contents and comes back as another is sent at the top from then on', () => {
  const learning = mapping();
  learning.notice(read, record({ visibility: 'public' }));
  const { body } = learning.write(create, { visibility: 'private' }, []);
  expect(body).toEqual({ attributes: { visibility: 'private' } });
  learning.learnFromEcho(create, body, record({ visibility: 'public' }));
  expect(learning.write(create, { visibility: 'private' }, []).body).toEqual({ visibility: 'private' });
});

test('one that comes back as it was sent stays where it is', () => {
  const learning = mapping();
  learning.notice(read, record({ visibility: 'public' }));
  const { body } = learning.write(create, { visibility: 'private' }, []);
  learning.learnFromEcho(create, body, record({ visibility: 'private' }));
  expect(learning.write(create, { visibility: 'private' }, []).body).toEqual(body);
});

test('the entries of a list have the names that the owner tells of their body', () => {
  const { write } = mapping({
    AgentFileBatchPositionRequest: { fields: { positions: 'files', file_id: 'id', position: 'place' } },
  });
  const positions = [{ file_id: 'f1', position: 0 }];
  expect(write(operationOf('reorderAgentFiles'), { positions }, [])).toMatchObject({
    body: { files: [{ id: 'f1', place: 0 }] },
    certain: true,
    // From which number the deployment counts is not known.
    filled: true,
  });
});

test('a visibility that is shown as a record is read where its word stands in one place', () => {
  const visibilityOf = (visibility: unknown) => mapping().read(read, 'visibility', { id: 'c1', visibility });
  expect(visibilityOf({ level: 'private', since: 'today' })).toEqual({ value: 'private', certain: true });
  expect(visibilityOf({ own: 'private', inherited: 'public' })?.value).toBeUndefined();
});
