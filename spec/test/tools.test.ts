import { describe, expect, test } from 'vitest';
import { loadTools, type Tool, type ToolParameter } from '../src/contract-files.ts';
import { locate, tableRows } from './interface-document.ts';

const catalog = loadTools();
const rows = tableRows('2').filter(({ cells }) => cells[0]?.startsWith(catalog.namePrefix));

describe('tools.yaml', () => {
  test('has the 15 tools of section 2 in their order', () => {
    expect(catalog.tools.map(({ name }) => name)).toEqual(rows.map(({ cells }) => cells[0]));
    expect(catalog.tools.length).toBe(15);
  });

  test('quotes the sentences that keep outputs and endpoint unsaid', () => {
    const sentences = [catalog.output['x-not-shown'], catalog.endpoint['x-not-shown']];
    expect(sentences.map((sentence) => locate('2', sentence).length)).toEqual([1, 1]);
  });
});

describe.each(catalog.tools)('$name', (tool) => {
  const [, purpose, parameters = ''] = rows.find(({ cells }) => cells[0] === tool.name)?.cells ?? [];

  test('says its purpose in the words of the interface', () => {
    expect(tool.purpose).toBe(purpose);
  });

  // Writing the data out again as the table's words compares names, types, Req marks, bounds and notes at once.
  test('writes out as the parameters cell of its row', () => {
    expect(writeParameters(tool)).toBe(parameters);
  });

  test('has rules about parameters that it has', () => {
    const names = tool.parameters.map(({ name }) => name);
    const named = (tool.rules ?? []).flatMap(({ requireWhen, require }) => [
      requireWhen.parameter,
      ...require,
    ]);
    expect(named.filter((name) => !names.includes(name))).toEqual([]);
  });

  test('has conditions on values that the parameter can take', () => {
    const impossible = (tool.rules ?? []).filter(({ requireWhen: { parameter, equals } }) => {
      const allowed = tool.parameters.find(({ name }) => name === parameter)?.enum;
      return !allowed?.includes(equals);
    });
    expect(impossible).toEqual([]);
  });
});

/** The parameters as the interface writes them. */
function writeParameters(tool: Tool): string {
  if (tool.parameters.length === 0) return 'none';
  return tool.parameters.reduce((written, parameter) => {
    const separator = written === '' ? '' : belongsToPrevious(tool, parameter) ? ', ' : '; ';
    return `${written}${separator}${writeParameter(tool, parameter)}`;
  }, '');
}

/** Parameters of one rule stand together, with the rule after the last one. */
function belongsToPrevious(tool: Tool, { name }: ToolParameter): boolean {
  return (tool.rules ?? []).some(({ require }) => require.indexOf(name) > 0);
}

function writeParameter(tool: Tool, parameter: ToolParameter): string {
  const { name, type, required } = parameter;
  const words = [`${name} ${type}${required ? ' Req' : ''}`, ...writeBounds(parameter)].join(', ');
  const rule = tool.rules?.find(({ require }) => require.at(-1) === name);
  const shared = rule && rule.require.length > 1;
  const remarks = [writeRemark(parameter), rule && !shared ? rule.text : ''].filter(Boolean).join('; ');
  return `${words}${remarks ? ` (${remarks})` : ''}${shared ? `, ${rule.text}` : ''}`;
}

function writeBounds({ minimum, enum: values }: ToolParameter): string[] {
  return [minimum === 0 ? 'non-negative' : '', values ? `one of ${values.join(', ')}` : ''].filter(Boolean);
}

function writeRemark({ maximum, default: value, examples, items, note }: ToolParameter): string {
  const limits = [maximum && `max ${maximum}`, value && `default ${value}`].filter(Boolean).join(', ');
  const common = examples ? `common values ${examples.join(', ')}` : '';
  const each = items
    ? `each item has ${items.properties.map(({ name, type }) => `${name} ${type}`).join(' and ')}`
    : '';
  return [note, limits, common, each].filter(Boolean).join('; ');
}
