import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dialects } from '../src/dialects/dialect.ts';
import { createToolset } from '../src/dialects/toolset.ts';
import { validate } from '../src/index.ts';

const strict = createToolset(dialects['openai-strict']);
const plain = createToolset(dialects.openai);

describe('Decoding a call', () => {
  it('drops null where it means absent, and keeps false, zero and blank', () => {
    const sent = { iden: 'd1', nickname: null, push_token: '', has_sms: false, app_version: 0, icon: null };
    expect(plain.decode({ name: 'NOTIFIER_UPDATE_DEVICE', arguments: sent })).toMatchObject({
      ok: true,
      input: { iden: 'd1', push_token: '', has_sms: false, app_version: 0 },
    });
  });

  it('says that a required parameter is missing when it came as null', () => {
    expect(messages(plain.decode({ name: 'NOTIFIER_DELETE_CHAT', arguments: { iden: null } }))).toEqual([
      'iden is required',
    ]);
  });

  it('takes a push whose wrapper the model left out', () => {
    expect(
      strict.decode({ name: 'NOTIFIER_CREATE_PUSH', arguments: { type: 'note', url: null } }),
    ).toMatchObject({
      ok: true,
      input: { type: 'note' },
    });
  });

  it('takes no text for no arguments, and answers broken text with words', () => {
    expect(plain.decode({ name: 'NOTIFIER_GET_USER', arguments: '' }).ok).toBe(true);
    expect(messages(plain.decode({ name: 'NOTIFIER_GET_USER', arguments: '{"a' }))).toEqual([
      'The arguments must be one JSON object',
    ]);
  });

  it('names the tools when the model made one up', () => {
    const decoded = createToolset(dialects.openai, { tools: ['NOTIFIER_GET_USER'] }).decode({
      name: 'NOTIFIER_SEND',
      arguments: {},
    });
    expect(messages(decoded)).toEqual(['There is no tool NOTIFIER_SEND. Use one of: NOTIFIER_GET_USER.']);
  });
});

describe('Whatever a model sends', () => {
  const anything = fc.oneof(fc.jsonValue(), fc.json(), fc.string(), fc.constant(undefined));

  it.each([plain, strict])('is decoded without an error, and what passes is valid', (toolset) => {
    fc.assert(
      fc.property(
        fc.constantFrom(...toolset.compiled.map(({ name }) => name), 'other'),
        anything,
        fc.boolean(),
        (name, sent, coerce) => {
          const decoded = toolset.decode({ name, arguments: sent }, { coerce });
          if (decoded.ok) expect(validate(decoded.tool, decoded.input).ok).toBe(true);
          else expect(decoded.problems.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('Coercion', () => {
  const name = 'NOTIFIER_LIST_PUSHES';

  it('is off unless it is asked for', () => {
    expect(plain.decode({ name, arguments: { limit: '10' } }).ok).toBe(false);
  });

  it('reads numbers and booleans written as text, and keeps a journal', () => {
    expect(plain.decode({ name, arguments: { limit: '10', active: 'true' } }, { coerce: true })).toEqual({
      ok: true,
      tool: name,
      input: { limit: 10, active: true },
      journal: [
        { path: 'limit', from: '10', to: 10 },
        { path: 'active', from: 'true', to: true },
      ],
    });
  });

  it('reads a list written as text, and what is in it', () => {
    const items = '[{"text":"milk","checked":"false"}]';
    const decoded = plain.decode(
      { name: 'NOTIFIER_UPDATE_PUSH', arguments: { iden: 'p', items } },
      { coerce: true },
    );
    expect(decoded).toMatchObject({ ok: true, input: { items: [{ text: 'milk', checked: false }] } });
    expect(decoded.journal.map(({ path }) => path)).toEqual(['items', 'items[0].checked']);
  });

  it.each(['ten', '1e3', '0x10', ' 10', '10.5', ''])('does not guess at %j for an integer', (limit) => {
    expect(plain.decode({ name, arguments: { limit } }, { coerce: true }).ok).toBe(false);
  });

  it('gives the problems of what was sent when it does not help', () => {
    const decoded = plain.decode({ name, arguments: { limit: '501', active: 'true' } }, { coerce: true });
    expect(messages(decoded)).toEqual(['limit must be a number', 'active must be a boolean']);
    expect(decoded.journal).toEqual([]);
  });

  it('leaves text alone where text is wanted', () => {
    const decoded = plain.decode({ name, arguments: { cursor: '10', limit: '3' } }, { coerce: true });
    expect(decoded).toMatchObject({ ok: true, input: { cursor: '10', limit: 3 } });
  });
});

function messages(decoded: ReturnType<typeof plain.decode>): string[] {
  return decoded.ok ? [] : decoded.problems.map(({ message }) => message);
}
