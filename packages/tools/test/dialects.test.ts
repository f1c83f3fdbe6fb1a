import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dialects } from '../src/dialects/dialect.ts';
import { lintTool } from '../src/dialects/lint-tool.ts';
import { createToolset, type Toolset } from '../src/dialects/toolset.ts';
import { toolExamples } from '../src/gen/examples.ts';
import { definitions, type Problem, type ToolName, validate } from '../src/index.ts';
import { accepts } from './helpers/accepts.ts';
import { everyToolset } from './helpers/every-toolset.ts';
import { inputsFor } from './helpers/inputs-for.ts';

const names = definitions.map(({ name }) => name);

describe.each(everyToolset)(
  'In the dialect $dialect, with rules carried as $carry',
  ({ dialect, toolset }) => {
    it.each(names)('every example of %s is accepted by its schema and comes back as it was', (name) => {
      for (const { input } of toolExamples[name].examples) {
        const call = toolset.encode(name, input);
        if (!call) throw new Error(`${dialect} can't say ${JSON.stringify(input)}.`);
        expect(accepts(toolset, call)).toBe(true);
        expect(toolset.decode(call)).toEqual({ ok: true, tool: name, input, journal: [] });
      }
    });

    it.each(names)('every counterexample of %s is refused where it is wrong, or can not be said', (name) => {
      for (const { input, problems } of toolExamples[name].counterexamples) {
        const call = toolset.encode(name, input);
        if (!call) continue;
        const decoded = toolset.decode(call);
        expect(decoded.ok ? [] : decoded.problems.map(({ path }) => path).toSorted()).toEqual(
          [...problems].sort(),
        );
        if (keepsEveryRule(toolset, name)) expect(accepts(toolset, call)).toBe(false);
      }
    });

    it('no rule is nowhere, and only openness is given up', () => {
      const lost = toolset.fidelity.filter(
        ({ fate, checkedLocally }) => fate === 'rejected' && !checkedLocally,
      );
      const expected = toolset.dialect.closed ? names.map((tool) => [tool, 'open']) : [];
      expect(lost.map(({ tool, kind }) => [tool, kind])).toEqual(expected);
    });

    it('the provider would refuse nothing', () => {
      expect(toolset.compiled.flatMap((tool) => lintTool(dialect, tool))).toEqual([]);
    });

    it('whatever the input, the way there and back judges as the manifest does', () => {
      for (const definition of definitions)
        fc.assert(
          fc.property(inputsFor(definition), (sent) => {
            const input = withoutNulls(sent);
            const call = toolset.encode(definition.name, input);
            const canonical = validate(definition.name, input);
            const decoded = call && toolset.decode({ ...call, arguments: JSON.stringify(call.arguments) });
            expect(decoded?.ok ?? false).toBe(canonical.ok);
            if (decoded?.ok) expect(decoded.input).toEqual(JSON.parse(JSON.stringify(input)));
            else if (decoded && !canonical.ok)
              expect(sorted(decoded.problems)).toEqual(sorted(canonical.problems));
          }),
          { numRuns: 40 },
        );
    });
  },
);

describe('CREATE_PUSH', () => {
  it.each([
    ['openai', 'flat', 'described'],
    ['openai-strict', 'envelope', 'kept'],
    ['anthropic', 'flat', 'described'],
    ['anthropic-strict', 'flat', 'described'],
    ['gemini-parameters', 'flat', 'described'],
    ['gemini-json-schema', 'envelope', 'kept'],
    ['canonical', 'conditional', 'kept'],
  ] as const)('goes to %s as %s by default, and its conditions are %s', (dialect, carry, fate) => {
    const toolset = createToolset(dialects[dialect], { tools: ['NOTIFIER_CREATE_PUSH'] });
    expect(dialects[dialect].carries[0]).toBe(carry);
    expect(toolset.fidelity.filter(({ kind }) => kind === 'rule').map((line) => line.fate)).toEqual([
      fate,
      fate,
    ]);
  });

  it('says its conditions in a sentence where a schema can not', () => {
    const [push] = createToolset(dialects.anthropic, { tools: ['NOTIFIER_CREATE_PUSH'] }).compiled;
    expect(push?.description).toBe(
      'Send a push (note, link or file) to a device, user, channel or client. url is required when type is link. file_url, file_name, and file_type are required when type is file.',
    );
  });

  it('can be three tools, each with its own requirements', () => {
    const { compiled, decode } = createToolset(dialects.openai, {
      tools: ['NOTIFIER_CREATE_PUSH'],
      carry: 'split',
    });
    expect(compiled.map(({ name, schema }) => [name, schema.required])).toEqual([
      ['NOTIFIER_CREATE_PUSH_NOTE', undefined],
      ['NOTIFIER_CREATE_PUSH_LINK', ['url']],
      ['NOTIFIER_CREATE_PUSH_FILE', ['file_url', 'file_name', 'file_type']],
    ]);
    expect(
      decode({ name: 'NOTIFIER_CREATE_PUSH_LINK', arguments: { url: 'https://example.org' } }),
    ).toMatchObject({
      ok: true,
      tool: 'NOTIFIER_CREATE_PUSH',
      input: { type: 'link', url: 'https://example.org' },
    });
  });

  it('is refused in a way that the dialect has not', () => {
    expect(() => createToolset(dialects['openai-strict'], { carry: 'conditional' })).toThrow(
      "openai-strict can't carry rules as conditional. Use one of: envelope, flat, split.",
    );
  });
});

describe('Names', () => {
  it('leave 38 characters for a prefix where names end at 64', () => {
    expect(64 - Math.max(...names.map(({ length }) => length))).toBe(38);
  });
});

function keepsEveryRule({ fidelity }: Toolset, name: ToolName): boolean {
  return fidelity.every(
    ({ tool, checkedLocally, fate }) => tool !== name || !checkedLocally || fate === 'kept',
  );
}

/** Null means "absent" in some dialects, and is dropped in all. */
function withoutNulls(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

/** In which order issues are told is open. */
function sorted(problems: readonly Problem[]): string[] {
  return problems.map(({ message }) => message).toSorted();
}
