import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Spelling, spell, spellingsIn } from '../../../src/deployment/field-mapping/spelling.ts';

const role = fc
  .array(fc.stringMatching(/^[a-z]{2,6}$/), { minLength: 2, maxLength: 4 })
  .map((words) => words.join('_'));

test('a name of several words shows how it is spelled', () => {
  const spelling = fc.constantFrom<Spelling[]>('snake', 'camel', 'pascal', 'kebab');
  fc.assert(
    fc.property(role, spelling, (name, one) => {
      const written = spell(name, new Set([one]));
      expect(spellingsIn({ data: { [written]: 1 } })).toEqual([one]);
    }),
  );
});

test('a name of one word, or of words in no order, shows nothing', () => {
  expect(spellingsIn({ id: 1, ID: 2, Name: 3, 'x y': 4, a_B: 5 })).toEqual([]);
});

test('what a tool takes, and what MCP calls that, is not for its deployment to spell', () => {
  const input = { properties: { file_name: { type: 'string' } } };
  expect(spellingsIn({ name: 'send', inputSchema: input })).toEqual([]);
});

test('where several spellings were seen, the contract is as good as any', () => {
  expect(spell('file_id', new Set(['camel', 'pascal']))).toBe('file_id');
  expect(spell('file_id', new Set())).toBe('file_id');
});
