import type { ToolsFile } from '@agent-workers/spec/contract-files';
import { describe, expect, it } from 'vitest';
import { emitToolExamples } from '../src/emit/tool-examples.ts';
import { emitToolInputs } from '../src/emit/tool-inputs.ts';
import { toolSchema } from '../src/emit/tool-schema.ts';
import { emitToolZod } from '../src/emit/tool-zod.ts';

const consequence = 'then';

const send: ToolsFile['tools'][number] = {
  name: 'NOTIFIER_SEND',
  purpose: 'Send something',
  parameters: [
    { name: 'type', type: 'string', required: true, enum: ['note', 'link'] },
    { name: 'url', type: 'string', note: 'where to' },
    { name: 'limit', type: 'integer', maximum: 500, default: 500 },
  ],
  rules: [
    { requireWhen: { parameter: 'type', equals: 'link' }, require: ['url'], text: 'required when type=link' },
  ],
  examples: [{ about: 'a note', input: { type: 'note' } }],
  counterexamples: [{ about: 'a link to nowhere', input: { type: 'link' }, problems: ['url'] }],
};

describe('A tool with a conditional rule', () => {
  it('has the rule as if/then in its JSON Schema', () => {
    expect(toolSchema(send)).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        type: { type: 'string', enum: ['note', 'link'] },
        url: { type: 'string', description: 'where to' },
        limit: { type: 'integer', maximum: 500, default: 500 },
      },
      required: ['type'],
      allOf: [
        {
          if: { type: 'object', properties: { type: { const: 'link' } }, required: ['type'] },
          [consequence]: { type: 'object', required: ['url'] },
        },
      ],
    });
  });

  it('has it as a union in its TypeScript type', () => {
    const { content } = emitToolInputs([send]);
    expect(content).toContain("  | { type: 'note' }\n  | { type: 'link'; url: string }");
    expect(content).toContain('  /** Where to. */\n  url?: string;');
    expect(content).toContain('   * At most 500.\n   * Default 500.');
  });

  it('has it as a check in its zod schema', () => {
    const { content } = emitToolZod([send]);
    expect(content).toContain("(input) => input.type !== 'link' || input.url !== undefined");
    expect(content).toContain("error: 'url is required when type is link'");
  });
});

describe('The examples of a tool', () => {
  it('stand in a file of their own, by the name of the tool', () => {
    const { path, content } = emitToolExamples([send]);
    expect(path).toBe('examples.ts');
    expect(content).toContain('examples: [{ about: "a note", input: { type: "note" } }]');
    expect(content).toContain(
      'counterexamples: [{ about: "a link to nowhere", input: { type: "link" }, problems: ["url"] }]',
    );
  });
});
