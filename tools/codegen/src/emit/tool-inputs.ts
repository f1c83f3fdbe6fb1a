import type { ToolsFile } from '@agent-workers/spec/contract-files';
import type { GeneratedFile } from '../generated-file.ts';
import { docComment } from './doc-comment.ts';
import { capitalise } from './operation-types.ts';

type Tool = ToolsFile['tools'][number];
type ToolParameter = Tool['parameters'][number];

/** A TypeScript type per tool input; conditional rules become a union, so a link without its url doesn't compile. */
export function emitToolInputs(tools: Tool[]): GeneratedFile {
  const map = tools.map(({ name }) => `  ${name}: ${inputTypeName(name)};\n`).join('');
  const content = `${tools.map(emitInput).join('\n')}\n/** Input of each tool by its name. */\nexport interface ToolInputs {\n${map}}\n`;
  return { path: 'inputs.ts', content };
}

/** `CreatePushInput` for NOTIFIER_CREATE_PUSH. */
export function inputTypeName(toolName: string): string {
  const words = toolName.toLowerCase().split('_').slice(1);
  return `${words.map(capitalise).join('')}Input`;
}

function emitInput({ name, purpose, parameters, rules = [] }: Tool): string {
  const typeName = inputTypeName(name);
  const doc = docComment([`Input of ${name}: ${purpose}.`]);
  const [first] = rules;
  if (!first) return `${doc}export interface ${typeName} {\n${parameters.map(property).join('')}}\n`;
  const { parameter } = first.requireWhen;
  const rest = parameters
    .filter((each) => each.name !== parameter)
    .map(property)
    .join('');
  const values = parameters.find((each) => each.name === parameter)?.enum ?? [];
  const variants = values
    .map((value) => `  | ${variant(value, parameter, { parameters, rules })}`)
    .join('\n');
  const fields = `${typeName.replace(/Input$/, '')}Fields`;
  return `interface ${fields} {\n${rest}}\n\n${doc}export type ${typeName} = ${fields} &\n  (\n${variants}\n  );\n`;
}

function variant(
  value: string,
  parameter: string,
  { parameters, rules = [] }: Pick<Tool, 'parameters' | 'rules'>,
): string {
  const required = rules
    .filter(({ requireWhen }) => requireWhen.equals === value)
    .flatMap(({ require }) => require);
  const members = parameters
    .filter(({ name }) => required.includes(name))
    .map((each) => `${each.name}: ${propertyType(each)}`);
  return `{ ${[`${parameter}: '${value}'`, ...members].join('; ')} }`;
}

function property(parameter: ToolParameter): string {
  const { name, required, note, minimum, maximum, default: fallback, examples } = parameter;
  const doc = docComment(
    [
      note ? `${capitalise(note)}.` : '',
      minimum === undefined ? '' : `At least ${minimum}.`,
      maximum === undefined ? '' : `At most ${maximum}.`,
      fallback === undefined ? '' : `Default ${fallback}.`,
      examples ? `Common values: ${examples.join(', ')}.` : '',
    ].filter(Boolean),
    '  ',
  );
  return `${doc}  ${name}${required ? '' : '?'}: ${propertyType(parameter)};\n`;
}

function propertyType({ type, enum: values, items }: ToolParameter): string {
  if (values) return values.map((value) => `'${value}'`).join(' | ');
  if (items)
    return `{ ${items.properties.map((each) => `${each.name}${each.required ? '' : '?'}: ${each.type}`).join('; ')} }[]`;
  return type === 'integer' ? 'number' : type;
}
