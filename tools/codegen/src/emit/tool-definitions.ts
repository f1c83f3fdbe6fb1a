import { readFileSync } from 'node:fs';
import type { ToolsFile } from '@agent-workers/spec/contract-files';
import type { GeneratedFile } from '../generated-file.ts';
import { docComment } from './doc-comment.ts';
import { literal } from './literal.ts';
import { toolSchema } from './tool-schema.ts';

type Tool = ToolsFile['tools'][number];

/** A constant per tool, so that one tool can be imported alone, and the list of all. */
export function emitToolDefinitions(tools: Tool[]): GeneratedFile[] {
  const content = [
    `import type { ToolDefinition } from './tool-definition.ts';\n`,
    ...tools.map(emitDefinition),
    `/** All integration tools, in the order of the interface. */`,
    `export const definitions = [\n${tools.map(({ name }) => `  ${name},\n`).join('')}] as const satisfies readonly ToolDefinition[];\n`,
    `/** Name of an integration tool. */`,
    `export type ToolName = (typeof definitions)[number]['name'];\n`,
  ].join('\n');
  const shape = readFileSync(new URL('./tool-definition.ts', import.meta.url), 'utf8');
  return [
    { path: 'definitions.ts', content },
    { path: 'tool-definition.ts', content: shape },
  ];
}

function emitDefinition(tool: Tool): string {
  const { name, purpose, rules = [] } = tool;
  const definition = { name, purpose, inputSchema: toolSchema(tool), rules };
  return `${docComment([`${purpose}.`])}export const ${name} = ${literal(definition)} as const satisfies ToolDefinition;\n`;
}
