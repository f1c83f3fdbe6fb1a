import { describe, expect, it } from 'vitest';
import { aiSdkTools } from '../src/adapters/ai-sdk.ts';
import { anthropicMessages, planStrict } from '../src/adapters/anthropic.ts';
import { definitions } from '../src/index.ts';

const names = definitions.map(({ name }) => name);

describe('planStrict', () => {
  const strict = anthropicMessages({ strict: true }).tools.map(({ strict: _strict, ...tool }) => tool);

  it('leaves only the push loose: all 15 would have 30 optional parameters of 24', () => {
    expect(planStrict(strict)).toEqual({
      strict: expect.arrayContaining(names.filter((name) => name !== 'NOTIFIER_CREATE_PUSH')),
      loose: [{ name: 'NOTIFIER_CREATE_PUSH', because: 'it would make 30 of 24 optionalParameters' }],
      used: { tools: 14, optionalParameters: 18, unionParameters: 0 },
    });
  });

  it("counts the caller's own strict tools first", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`p${index}`, { type: 'string' }]),
    );
    const own = { name: 'mine', strict: true, input_schema: { type: 'object', properties } };
    const plan = planStrict([...strict, own]);
    expect(plan.strict).toContain('mine');
    expect(plan.used.optionalParameters).toBeLessThanOrEqual(24);
    expect(plan.loose.map(({ name }) => name)).toContain('NOTIFIER_UPDATE_DEVICE');
  });

  it('says where tools that are strict already take more than there is', () => {
    const all = anthropicMessages({ strict: true }).tools;
    expect(planStrict(all)).toMatchObject({
      loose: [],
      overrun: 'it would make 30 of 24 optionalParameters',
    });
    expect(planStrict(strict)).not.toHaveProperty('overrun');
  });

  it('is what fit does, beside tools of the program', () => {
    const strictNames = (tools: readonly { name: string; strict?: true }[]) =>
      tools.flatMap((tool) => (tool.strict ? [tool.name] : []));
    const fitted = strictNames(anthropicMessages({ strict: 'fit' }).tools);
    expect(fitted.toSorted()).toEqual(planStrict(strict).strict.toSorted());
    expect(strictNames(anthropicMessages({ strict: planStrict(strict).strict }).tools)).toEqual(fitted);
    const properties = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`p${index}`, {}]));
    const own = { name: 'mine', strict: true, input_schema: { type: 'object', properties } };
    const { tools } = anthropicMessages({ strict: 'fit', beside: [own] });
    expect(planStrict([own, ...tools])).not.toHaveProperty('overrun');
    expect(strictNames(tools).length).toBeLessThan(fitted.length);
  });

  it('leaves calls of tools of the program to the program', async () => {
    const own = { name: 'weather', strict: true, input_schema: { type: 'object' } };
    const { owns, respond } = anthropicMessages({ strict: 'fit', beside: [own] });
    const run = async () => 'ran';
    const ours = { id: '1', name: 'NOTIFIER_GET_USER', input: {} };
    expect([owns(ours), owns({ ...ours, name: 'weather' })]).toEqual([true, false]);
    await expect(respond({ ...ours, name: 'weather' }, { run })).rejects.toThrow(
      'weather is a tool of your own',
    );
    expect(await respond(ours, { run })).toMatchObject({ content: 'ran' });
    expect(await respond({ ...ours, name: 'wether' }, { run })).toMatchObject({ is_error: true });
  });

  it('of an unknown dialect is an error that lists the dialects', () => {
    // @ts-expect-error a typing error, as JavaScript may have it
    const make = () => aiSdkTools({ dialect: 'antropic' });
    expect(make).toThrow(/no dialect antropic.*openai-strict, anthropic,/);
  });

  it('is what the AI SDK gets for strict mode, unless it is told otherwise', () => {
    const strictNames = (options: Parameters<typeof aiSdkTools>[0]) =>
      Object.entries(aiSdkTools(options)).flatMap(([name, tool]) => (tool.strict ? [name] : []));
    const fitted = strictNames({ dialect: 'anthropic-strict' });
    expect(fitted.toSorted()).toEqual(planStrict(strict).strict.toSorted());
    const properties = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`p${index}`, {}]));
    const own = { name: 'mine', strict: true, input_schema: { type: 'object', properties } };
    const beside = strictNames({ dialect: 'anthropic-strict', beside: [own] });
    expect(beside.length).toBeLessThan(fitted.length);
    expect(strictNames({ dialect: 'anthropic-strict', strict: ['NOTIFIER_LIST_PUSHES'] })).toEqual([
      'NOTIFIER_LIST_PUSHES',
    ]);
    expect(strictNames({ dialect: 'openai-strict' })).toEqual(names);
    // @ts-expect-error no other dialect has a budget to keep
    expect(strictNames({ dialect: 'openai-strict', beside: [own] })).toEqual(names);
    const loose = aiSdkTools({ dialect: 'anthropic-strict' }).NOTIFIER_CREATE_PUSH?.inputSchema;
    expect(loose?.['~standard'].jsonSchema.input({ target: 'draft-07' })).not.toHaveProperty(
      'additionalProperties',
    );
    expect(loose?.['~standard'].validate({ type: 'note', body: 'Hi' })).toEqual({
      value: { type: 'note', body: 'Hi' },
    });
  });

  it('writes strict and loose tools of one request each in its dialect', () => {
    const { tools } = anthropicMessages({ strict: ['NOTIFIER_LIST_PUSHES'] });
    const list = tools.find(({ name }) => name === 'NOTIFIER_LIST_PUSHES');
    expect(list).toMatchObject({ strict: true, input_schema: { additionalProperties: false } });
    expect(JSON.stringify(list)).not.toContain('maximum');
    expect(JSON.stringify(list)).toContain('At most 500.');
    expect(tools.filter(({ strict: isStrict }) => isStrict)).toHaveLength(1);
  });
});
