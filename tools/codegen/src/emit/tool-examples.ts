import type { ToolsFile } from '@agent-workers/spec/contract-files';
import type { GeneratedFile } from '../generated-file.ts';
import { literal } from './literal.ts';

/** The examples and counterexamples of every tool, which only tests, prompts and documentation need. */
export function emitToolExamples(tools: ToolsFile['tools']): GeneratedFile {
  const list = tools.map(({ name, examples, counterexamples = [] }) => [
    name,
    {
      examples,
      counterexamples: counterexamples.map(({ about, input, problems }) => ({ about, input, problems })),
    },
  ]);
  const content = [
    `import type { ToolName } from './definitions.ts';`,
    `import type { ToolExamples } from './tool-definition.ts';\n`,
    `/** Inputs that each tool allows and forbids. They are ours: the interface shows none. */`,
    `export const toolExamples: Readonly<Record<ToolName, ToolExamples>> = ${literal(Object.fromEntries(list))};\n`,
  ].join('\n');
  return { path: 'examples.ts', content };
}
