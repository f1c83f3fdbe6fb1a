import { describe, expect, it } from 'vitest';
import { type ToolName, validate } from '../src/index.ts';

describe('Validating a tool input', () => {
  it('accepts what the tool documents', () => {
    const input = { type: 'link', url: 'https://example.org', title: 'Look' };
    expect(validate('NOTIFIER_CREATE_PUSH', input)).toEqual({ ok: true, input });
  });

  it('asks for what a link and a file need, each by its name', () => {
    expect(validate('NOTIFIER_CREATE_PUSH', { type: 'link' })).toEqual({
      ok: false,
      problems: [{ path: 'url', message: 'url is required when type is link' }],
    });
    expect(messages('NOTIFIER_CREATE_PUSH', { type: 'file', file_name: 'a.png' })).toEqual([
      'file_url is required when type is file',
      'file_type is required when type is file',
    ]);
  });

  it('leaves url free on a note', () => {
    expect(validate('NOTIFIER_CREATE_PUSH', { type: 'note' }).ok).toBe(true);
  });

  it('names the value, the type or the limit that is wanted', () => {
    expect(messages('NOTIFIER_CREATE_PUSH', { type: 'video' })).toEqual([
      'type must be one of: note, link, file',
    ]);
    expect(messages('NOTIFIER_UPDATE_CHAT', { iden: 7, muted: 'yes' })).toEqual([
      'iden must be a string',
      'muted must be a boolean',
    ]);
    expect(messages('NOTIFIER_LIST_PUSHES', { limit: 501 })).toEqual(['limit must be at most 500']);
    expect(messages('NOTIFIER_LIST_PUSHES', { limit: 1.5 })).toEqual(['limit must be an integer']);
    expect(messages('NOTIFIER_UPDATE_DEVICE', { iden: 'd', app_version: -1 })).toEqual([
      'app_version must be at least 0',
    ]);
  });

  it('points into a list', () => {
    const input = { iden: 'p', items: [{ text: 'milk', checked: true }, { text: 5 }, 'eggs'] };
    expect(messages('NOTIFIER_UPDATE_PUSH', input)).toEqual([
      'items[1].checked is required',
      'items[1].text must be a string',
      'items[2] must be an object',
    ]);
  });

  it('keeps blank, zero and false, which all mean something', () => {
    const device = {
      model: '',
      nickname: '',
      manufacturer: '',
      app_version: 0,
      push_token: '',
      has_sms: false,
    };
    expect(validate('NOTIFIER_CREATE_DEVICE', device).ok).toBe(true);
  });

  it('lets unknown keys pass, because the interface does not forbid them', () => {
    expect(validate('NOTIFIER_GET_USER', { verbose: true }).ok).toBe(true);
  });

  it.each([[null], [[]], ['text'], [undefined]])('asks for an object instead of %j', (input) => {
    expect(messages('NOTIFIER_GET_USER', input)).toEqual(['The input must be an object']);
  });

  it('lists the names when there is no such tool', () => {
    const unknown = 'NOTIFIER_SEND' as ToolName;
    expect(() => validate(unknown, {})).toThrow(
      /There is no tool NOTIFIER_SEND\. Use one of: NOTIFIER_CREATE_CHAT, /,
    );
  });
});

function messages(name: ToolName, input: unknown): string[] {
  const validation = validate(name, input);
  return validation.ok ? [] : validation.problems.map(({ message }) => message);
}
