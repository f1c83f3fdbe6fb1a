import { describe, expect, it } from 'vitest';
import { compareManifests } from '../scripts/compare-manifests.ts';
import { announcedBump, isEnough, requiredBump } from '../scripts/required-bump.ts';
import type { ToolDefinition } from '../src/index.ts';

const send: ToolDefinition = {
  name: 'NOTIFIER_SEND',
  purpose: 'Send something',
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      type: { type: 'string', enum: ['note', 'link'] },
      url: { type: 'string' },
      limit: { type: 'integer', maximum: 500 },
    },
    required: ['type'],
  },
  rules: [
    { requireWhen: { parameter: 'type', equals: 'link' }, require: ['url'], text: 'required when type=link' },
  ],
};

function changesOf(changed: Partial<ToolDefinition>): string[] {
  return compareManifests([send], [{ ...send, ...changed }]).map(({ level, text }) => `${level}: ${text}`);
}

function withSchema(schema: Partial<ToolDefinition['inputSchema']>): string[] {
  return changesOf({ inputSchema: { ...send.inputSchema, ...schema } });
}

function withProperty(name: string, schema: object): string[] {
  return withSchema({ properties: { ...send.inputSchema.properties, [name]: schema } });
}

describe('A program for the earlier manifest', () => {
  it('has nothing to do when nothing changed', () => {
    expect(changesOf({})).toEqual([]);
  });

  it('breaks when a tool or a parameter is gone, and not when one is new', () => {
    expect(compareManifests([send], [])).toEqual([{ level: 'major', text: 'NOTIFIER_SEND is gone' }]);
    expect(compareManifests([], [send])).toEqual([{ level: 'minor', text: 'NOTIFIER_SEND is new' }]);
    expect(withSchema({ properties: { type: { type: 'string', enum: ['note', 'link'] } } })).toEqual([
      'major: NOTIFIER_SEND.url is gone',
      'major: NOTIFIER_SEND.limit is gone',
    ]);
    expect(withProperty('body', { type: 'string' })).toEqual(['minor: NOTIFIER_SEND.body is new']);
  });

  it('breaks when more is required', () => {
    expect(withSchema({ required: ['type', 'url'] })).toEqual(['major: NOTIFIER_SEND.url is newly required']);
    expect(withSchema({ required: [] })).toEqual(['minor: NOTIFIER_SEND.type is no longer required']);
    expect(changesOf({ rules: [] })).toEqual([
      'minor: no longer, NOTIFIER_SEND requires url when type is link',
    ]);
    expect(compareManifests([{ ...send, rules: [] }], [send])).toEqual([
      { level: 'major', text: 'newly, NOTIFIER_SEND requires url when type is link' },
    ]);
  });

  it.each([
    [
      'limit',
      { type: 'integer', maximum: 100 },
      'major: NOTIFIER_SEND.limit has another maximum: 500, now 100',
    ],
    ['limit', { type: 'integer' }, 'minor: NOTIFIER_SEND.limit has another maximum: 500, now none'],
    [
      'limit',
      { type: 'integer', maximum: 500, minimum: 1 },
      'major: NOTIFIER_SEND.limit has another minimum: none, now 1',
    ],
    ['limit', { type: 'string' }, 'major: NOTIFIER_SEND.limit was integer and is string'],
    ['type', { type: 'string', enum: ['note'] }, 'major: NOTIFIER_SEND.type no longer takes link'],
    ['type', { type: 'string', enum: ['note', 'link', 'file'] }, 'minor: NOTIFIER_SEND.type takes file too'],
    ['url', { type: 'string', description: 'where to' }, 'patch: NOTIFIER_SEND.url has another description'],
  ])('is told of %s as %j', (name, schema, text) => {
    expect(withProperty(name, schema)).toEqual([text]);
  });
});

describe('The changeset that a manifest asks for', () => {
  const major = [{ level: 'major', text: '' } as const];

  it('is the highest of its changes, and a minor one for a break before 1.0.0', () => {
    expect(requiredBump([], '1.0.0')).toBeUndefined();
    expect(requiredBump([...major, { level: 'patch', text: '' }], '1.2.0')).toBe('major');
    expect(requiredBump(major, '0.1.0')).toBe('minor');
  });

  it('is looked for in what waits', () => {
    const waiting = ['---\n"@agent-workers/tools": minor\n"@agent-workers/toolsmith": major\n---\nText'];
    expect(announcedBump(waiting, '@agent-workers/tools')).toBe('minor');
    expect(announcedBump([], '@agent-workers/tools')).toBeUndefined();
    expect(isEnough('minor', 'minor')).toBe(true);
    expect(isEnough('minor', 'major')).toBe(false);
    expect(isEnough(undefined, 'patch')).toBe(false);
    expect(isEnough(undefined, undefined)).toBe(true);
  });
});
