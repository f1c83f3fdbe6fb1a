import type { ToolsFile } from '@agent-workers/spec/contract-files';
import type { GeneratedFile } from '../generated-file.ts';
import { inputTypeName } from './tool-inputs.ts';

type Tool = ToolsFile['tools'][number];
type ToolParameter = Tool['parameters'][number];
type ToolRule = NonNullable<Tool['rules']>[number];

/** zod 4 mini schemas of the inputs. Unknown keys pass, as the interface doesn't forbid them. */
export function emitToolZod(tools: Tool[]): GeneratedFile {
  const schemas = tools.map((tool) => {
    const { parameters, rules = [] } = tool;
    const checks = rules.flatMap((rule) => rule.require.map((name) => condition(rule, name)));
    const object = looseObject(
      parameters.map((each) => [each.name, optional(parameterSchema(each), each.required)]),
    );
    const schema = checks.length > 0 ? `${object}.check(\n${checks.join('')})` : object;
    return `export const ${inputTypeName(tool.name)} = ${pure}${schema};\n`;
  });
  const map = tools.map(({ name }) => `  ${name}: ${inputTypeName(name)},\n`).join('');
  const inputs = `/** Schema of each tool's input by its name. */\nexport const toolInputs = {\n${map}} as const;\n`;
  return { path: 'zod.ts', content: [`import * as zod from 'zod/mini';\n`, ...schemas, inputs].join('\n') };
}

const pure = '/*#__PURE__*/ ';

function looseObject(properties: [name: string, schema: string][]): string {
  return `zod.looseObject({\n${properties.map(([name, schema]) => `  ${name}: ${pure}${schema},\n`).join('')}})`;
}

function optional(schema: string, required: true | undefined): string {
  return required ? schema : `zod.optional(${pure}${schema})`;
}

function parameterSchema({ type, enum: values, items, minimum, maximum }: ToolParameter): string {
  if (values) return `zod.enum(${JSON.stringify(values)})`;
  if (items) {
    const properties = items.properties.map(
      ({ name, type: kind, required }) => [name, optional(`zod.${kind}()`, required)] as [string, string],
    );
    return `zod.array(${pure}${looseObject(properties)})`;
  }
  const checks = [
    ...(type === 'integer' ? [`zod.refine(Number.isInteger, { error: 'must be an integer' })`] : []),
    ...(minimum === undefined ? [] : [`zod.minimum(${minimum})`]),
    ...(maximum === undefined ? [] : [`zod.maximum(${maximum})`]),
  ].map((each) => `${pure}${each}`);
  const base = type === 'integer' ? 'zod.number()' : `zod.${type}()`;
  return checks.length > 0 ? `${base}.check(${checks.join(', ')})` : base;
}

function condition(
  { requireWhen: { parameter, equals }, require: _require }: ToolRule,
  name: string,
): string {
  const error = `${name} is required when ${parameter} is ${equals}`;
  return `  ${pure}zod.refine((input) => input.${parameter} !== '${equals}' || input.${name} !== undefined, { path: ['${name}'], error: '${error}' }),\n`;
}
