import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFieldMapping } from '../../../src/deployment/field-mapping/create-field-mapping.ts';
import type { DescribedOperation, JsonSchema } from '../../../src/spec/description.ts';
import { families, operationOf } from '../../helpers/operation-of.ts';

const upsert = operationOf('upsertAgent');

/** A deployment that describes requests and answers of agents by one schema. */
function describing(schema: JsonSchema) {
  const described: DescribedOperation = {
    ...upsert,
    tags: [],
    request: { name: undefined, schema },
    success: { name: undefined, schema },
  };
  return createFieldMapping({
    families,
    bindings: {},
    described: ({ id }) => (id === upsert.id ? described : undefined),
  });
}

const text = { type: 'string' };

describe('names', () => {
  test('of an owner are used in every record, however deep they stand', () => {
    const name = fc.stringMatching(/^[a-z]{1,6}(\.[a-z]{1,6}){0,2}$/);
    fc.assert(
      fc.property(name, fc.string({ minLength: 1 }), (bound, value) => {
        const fields = { chat_prompt: bound };
        const { write, read } = createFieldMapping({
          families,
          bindings: { AgentRequest: { fields }, AgentModel: { fields } },
          described: () => undefined,
        });
        const { body, certain } = write(upsert, { chat_prompt: value }, []);
        expect(certain).toBe(true);
        expect(read(upsert, 'chat_prompt', body)).toEqual({ value, certain: true });
      }),
    );
  });

  test.each(['chatPrompt', 'ChatPrompt', 'CHAT_PROMPT', 'prompt', 'systemPrompt', 'instructions'])(
    'of a description are found: %s',
    (name) => {
      const { write, read } = describing({ properties: { other: text, [name]: text } });
      expect(write(upsert, { chat_prompt: 'Be brief.' }, [])).toMatchObject({
        body: { [name]: 'Be brief.' },
        certain: true,
      });
      expect(read(upsert, 'chat_prompt', { other: 'x', [name]: 'Be brief.' })).toEqual({
        value: 'Be brief.',
        certain: true,
      });
    },
  );

  test('that say nothing are found by their descriptions', () => {
    const properties = { p: { ...text, description: 'The chat prompt of the agent.' }, q: text };
    expect(describing({ properties }).write(upsert, { chat_prompt: 'Hi' }, []).body).toEqual({ p: 'Hi' });
  });

  test('that is not known are guessed, and known to be guesses', () => {
    const { write } = createFieldMapping({ families, bindings: {}, described: () => undefined });
    expect(write(upsert, { chat_prompt: 'Hi' }, [])).toMatchObject({
      body: { chat_prompt: 'Hi' },
      certain: false,
    });
  });

  test('that the interface itself shows are no guesses', () => {
    const { write } = createFieldMapping({ families, bindings: {}, described: () => undefined });
    expect(write(operationOf('startRun'), { message: 'Hi' }, []).certain).toBe(true);
  });
});

describe('visibility is put into the form of the deployment', () => {
  test.each([
    ['visibility', { enum: ['PRIVATE', 'PUBLIC'] }, 'PRIVATE'],
    ['is_public', { type: 'boolean' }, false],
    ['isPrivate', { type: 'boolean' }, true],
  ])('%s', (name, schema, wire) => {
    const { write, read } = describing({ properties: { [name]: schema } });
    const { body, certain, meaning } = write(upsert, { visibility: 'private' }, []);
    expect({ body, certain, meaning }).toEqual({
      body: { [name]: wire },
      certain: true,
      meaning: { visibility: 'private' },
    });
    expect(read(upsert, 'visibility', body)?.value).toBe('private');
  });

  test('and a flag whose name does not tell is left alone', () => {
    const { write } = describing({ properties: { access: { type: 'boolean' } } });
    expect(write(upsert, { visibility: 'private' }, []).certain).toBe(false);
  });
});

test('what a description requires is filled in, and known to be a filling', () => {
  const { write } = describing({ properties: { prompt: text, label: text }, required: ['label', 'prompt'] });
  const { body, filled } = write(upsert, { chat_prompt: 'Hi' }, []);
  expect(Object.keys(body).sort()).toEqual(['label', 'prompt']);
  expect(filled).toBe(true);
});

test('a field that is to be left out is left out, though it is required', () => {
  const { write } = describing({ properties: { prompt: text }, required: ['prompt'] });
  expect(write(upsert, {}, ['chat_prompt']).body).toEqual({});
});

test('what one refusal asked for is sent from then on', () => {
  const { learn, write } = createFieldMapping({ families, bindings: {}, described: () => undefined });
  const sent = write(operationOf('createApiKey'), {}, []).body;
  expect(learn(operationOf('createApiKey'), sent, { detail: [{ loc: ['body', 'label'] }] })).toBe(true);
  expect(write(operationOf('createApiKey'), {}, []).body).toHaveProperty('label');
  expect(learn(operationOf('createApiKey'), sent, { detail: 'no' })).toBe(false);
});

test('an identifier of another type than the interface says is not one', () => {
  const { read } = createFieldMapping({ families, bindings: {}, described: () => undefined });
  expect(read(operationOf('createBundle'), 'bundle_id', { bundle_id: 'seven' })).toBeUndefined();
  expect(read(operationOf('createBundle'), 'bundle_id', { bundle_id: 7 })?.value).toBe(7);
});

test('a name that a description calls the identifier is certain, one that only looks like it is not', () => {
  const id = { type: 'string' };
  const told = describing({ properties: { id: { ...id, description: 'Identifier of the agent.' } } });
  expect(told.read(upsert, 'agent_id', { id: 'a' })).toEqual({ value: 'a', certain: true });
  const of = { ...id, description: 'Identifier of the agent that it was made of.' };
  expect(describing({ properties: { id: of } }).read(upsert, 'agent_id', { id: 'a' })?.certain).toBe(false);
  expect(describing({ properties: { id } }).read(upsert, 'agent_id', { id: 'a' })?.certain).toBe(false);
});

test.each(['agent', 'chat', 'key', 'ref'])(
  'an identifier stands in the record called %s, which is not the identifier',
  (kind) => {
    const record = { [kind]: { agent_id: 'a1', chat_prompt: 'Hi' } };
    const inner = { type: 'object', properties: { agent_id: text, chat_prompt: text } };
    const described = describing({ type: 'object', properties: { [kind]: inner } });
    expect(described.read(upsert, 'agent_id', record)).toEqual({ value: 'a1', certain: true });
    const guessed = createFieldMapping({ families, bindings: {}, described: () => undefined });
    expect(guessed.read(upsert, 'agent_id', record)).toMatchObject({ value: 'a1' });
  },
);

test('of several names with the same value the likeliest is the identifier', () => {
  const { confirm, read } = createFieldMapping({ families, bindings: {}, described: () => undefined });
  confirm(operationOf('createBundle'), 'bundle_id', { record: { copies: 7, id: 7 }, value: 7 });
  expect(read(operationOf('listBundles'), 'bundle_id', { copies: 1, id: 8 })).toEqual({
    value: 8,
    certain: true,
  });
});

test('a name that opened a record once is certain from then on', () => {
  const { confirm, read } = createFieldMapping({ families, bindings: {}, described: () => undefined });
  const record = { ref: 7, size: 9 };
  confirm(operationOf('createBundle'), 'bundle_id', { record, value: 7 });
  expect(read(operationOf('listBundles'), 'bundle_id', { ref: 8, size: 1 })).toEqual({
    value: 8,
    certain: true,
  });
});

describe('a name that a refusal asks for', () => {
  const attach = operationOf('attachCliAuthJwt');
  const missing = (field: string) => ({ detail: [{ loc: ['body', field], msg: 'Field required' }] });

  function refused(...fields: readonly string[]) {
    const fieldMapping = createFieldMapping({ families, bindings: {}, described: () => undefined });
    const write = () => fieldMapping.write(attach, { jwt: 'abc' }, []);
    for (const field of fields) fieldMapping.learn(attach, write().body, missing(field));
    return { ...fieldMapping, written: write() };
  }

  test('takes the place of the guessed one that it fits', () => {
    const { written, placeOf, write } = refused('user_jwt');
    expect(written).toMatchObject({ body: { user_jwt: 'abc' }, certain: false, meaning: { jwt: 'abc' } });
    expect(placeOf(attach, 'jwt')).toEqual(['user_jwt']);
    expect(write(attach, {}, ['jwt']).body).toEqual({});
  });

  test('stands beside the guessed one where that is missed then', () => {
    expect(refused('user_jwt', 'jwt').written.body).toEqual({ user_jwt: 'abc', jwt: 'abc' });
  });

  test('is passed on to the mapping that adopts what was found out', () => {
    const other = createFieldMapping({ families, bindings: {}, described: () => undefined });
    other.adopt(refused('user_jwt'));
    expect(other.write(attach, { jwt: 'abc' }, []).body).toEqual({ user_jwt: 'abc' });
  });

  test('changes nothing where the owner told another', () => {
    const bindings = { CliAuthInsertModel: { fields: { jwt: 'pass' } } };
    const { learn, write } = createFieldMapping({ families, bindings, described: () => undefined });
    learn(attach, { pass: 'abc' }, missing('token'));
    expect(write(attach, { jwt: 'abc' }, []).body).toEqual({ pass: 'abc', token: 'conformance' });
  });
});

test('a record that is made of parts is no list of them', () => {
  const { items } = createFieldMapping({ families, bindings: {}, described: () => undefined });
  const agent = { id: 'a', prompt: [{ text: 'Be brief.' }] };
  expect(items(operationOf('getAgent'), agent)).toBeUndefined();
  expect(items(operationOf('listAgentFiles'), { files: [{ id: 'f' }] })?.items).toEqual([{ id: 'f' }]);
});

test('the name of a visibility does not tell how private is said, but an answer or the document does', () => {
  const fields = { chat_prompt: 'p', visibility: 'access' };
  const bindings = { AgentRequest: { fields }, AgentModel: { fields } };
  const create = operationOf('createChat');
  const undescribed = createFieldMapping({ families, bindings, described: () => undefined });
  const written = undescribed.write(create, { chat_prompt: 'Hi', visibility: 'private' }, []);
  expect(written).toMatchObject({ certain: false, sure: ['chat_prompt'] });

  undescribed.notice(operationOf('getChat'), { id: 'c1', access: 'public' });
  const said = undescribed.write(create, { chat_prompt: 'Hi', visibility: 'private' }, []);
  expect(said).toMatchObject({ body: { p: 'Hi', access: 'private' }, certain: true });

  const schema = { type: 'object', properties: { p: {}, access: { enum: ['RESTRICTED', 'PUBLIC'] } } };
  const request = { name: 'Chat', schema };
  const described = createFieldMapping({
    families,
    bindings,
    described: (operation) => ({ ...operation, tags: [], request }),
  });
  expect(described.write(create, { chat_prompt: 'Hi', visibility: 'private' }, [])).toMatchObject({
    body: { p: 'Hi', access: 'RESTRICTED' },
    certain: true,
  });
});

test('a flag beside the cursor is no cursor, also where there is no more', () => {
  const { read } = createFieldMapping({ families, bindings: {}, described: () => undefined });
  const runs = operationOf('listAgentRuns');
  const page = (cursor: unknown) => ({ items: [], page: { cursor, has_next: cursor !== null } });
  expect(read(runs, 'next_cursor', page('later'))?.value).toBe('later');
  expect(read(runs, 'next_cursor', page(null))).toBeUndefined();
});

test('a record around an identifier, called as that is, is not the identifier', () => {
  const { confirm, read } = createFieldMapping({ families, bindings: {}, described: () => undefined });
  confirm(operationOf('getToolset'), 'toolset_name', { record: { set: 'sea' }, value: 'sea' });
  const nameIn = (entry: unknown) => read(operationOf('listToolsets'), 'toolset_name', entry);
  expect(nameIn({ set: 'post' })).toEqual({ value: 'post', certain: true });
  expect(nameIn({ set: { set: 'post' }, requestId: 'req_1' })).toBeUndefined();
});
