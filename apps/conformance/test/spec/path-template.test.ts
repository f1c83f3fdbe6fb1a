import { expect, test } from 'vitest';
import { isOfTemplate, segmentsOf, valuesIn } from '../../src/spec/path-template.ts';

const template = segmentsOf('/me/agents/{agent_id}/files/{file_id}');

test('a path has a value for each parameter of its template, decoded', () => {
  const path = segmentsOf('/me/agents/a%2Fb/files/7');
  expect(isOfTemplate(template, path)).toBe(true);
  expect(valuesIn(template, path)).toEqual({ agent_id: 'a/b', file_id: '7' });
});

test('an escape that can not be decoded stays as it is', () => {
  const path = segmentsOf('/me/agents/100%/files/%E0%A4');
  expect(isOfTemplate(template, path)).toBe(true);
  expect(valuesIn(template, path)).toEqual({ agent_id: '100%', file_id: '%E0%A4' });
});

test.each(['/me/agents//files/7', '/me/agents/a/files', '/me/agents/a/files/7/', '/me/chats/a/files/7'])(
  '%s is of another template',
  (path) => expect(isOfTemplate(template, segmentsOf(path))).toBe(false),
);
