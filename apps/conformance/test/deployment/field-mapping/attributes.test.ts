import { expect, test } from 'vitest';
import {
  attributesIn,
  attributesShown,
  attributeText,
  isAttributeText,
} from '../../../src/deployment/field-mapping/attributes.ts';
import { createFieldMapping } from '../../../src/deployment/field-mapping/create-field-mapping.ts';
import { families, operationOf } from '../../helpers/operation-of.ts';

const text = { type: 'string' };

function record(properties: Readonly<Record<string, unknown>>) {
  return { type: 'object', properties };
}

test.each([
  ['a text that stands in request and answer', { title: text }, { title: text }, ['title']],
  [
    'a text that may be null',
    { display_name: { anyOf: [text, { type: 'null' }] } },
    { display_name: text },
    ['display_name'],
  ],
  ['a text in a wrapped answer', { fileName: text }, { data: record({ fileName: text }) }, ['fileName']],
  ['nothing that the answer does not show', { title: text }, { id: text }, []],
  ['nothing that may not be any text', { title: { ...text, pattern: '^[a-z]+$' } }, { title: text }, []],
  ['nothing that is too short', { title: { ...text, maxLength: 20 } }, { title: text }, []],
  [
    'nothing that other things hang on',
    { model: text, slug: text, folder_id: text },
    { model: text, slug: text, folder_id: text },
    [],
  ],
])('%s can be written and compared', (_, request, success, expected) => {
  expect(attributesIn(record(request), record(success))).toEqual(expected);
});

test('only our own words say what is due, and nothing that was made of them', () => {
  const place = { nonce: '7978c9c3', id: 'sequence/bundle-lives', step: 14, attempt: 1 };
  const written = attributeText('title', place);
  expect(isAttributeText('title', written)).toBe(true);
  expect(isAttributeText('name', written)).toBe(false);
  expect(isAttributeText('title', `${written} (copy)`)).toBe(false);
  expect(isAttributeText('title', null)).toBe(false);
});

test('an answer shows them at its top, or in what wraps the record', () => {
  expect(attributesShown({ id: 1, title: 'a', notes: null, size: 3 })).toEqual({ title: 'a', notes: null });
  expect(attributesShown({ data: { title: 'a' } })).toEqual({ title: 'a' });
  expect(attributesShown([{ title: 'a' }])).toEqual({});
});

test('beside the record that its owner puts the whole of a body into, no text is written', () => {
  const fields = { chat_prompt: 'data.prompt', visibility: 'data.access' };
  const mappingOf = (bound: Record<string, string>) =>
    createFieldMapping({
      families,
      bindings: { AgentRequest: { fields: bound } },
      described: () => undefined,
    });
  const textsOf = (bound: Record<string, string>) => {
    const mapping = mappingOf(bound);
    mapping.noticeOthers(operationOf('getChat'), { id: 'c1', title: 'Tides' });
    return mapping.attributes(operationOf('createChat')).map(({ name }) => name);
  };
  expect(textsOf(fields)).toEqual([]);
  expect(textsOf({ chat_prompt: 'data.prompt', visibility: 'access' })).toEqual(['title']);
});
