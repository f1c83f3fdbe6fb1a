import { emitToolDefinitions } from '../emit/tool-definitions.ts';
import { emitToolExamples } from '../emit/tool-examples.ts';
import { emitToolInputs } from '../emit/tool-inputs.ts';
import { emitToolZod } from '../emit/tool-zod.ts';
import { emitVersion } from '../emit/version.ts';
import type { GeneratedFile } from '../generated-file.ts';
import { loadTools } from '../read/load-data.ts';

/** src/gen of packages/tools. */
export async function generateTools(spec: string): Promise<GeneratedFile[]> {
  const { tools } = loadTools(spec);
  return [
    ...emitToolDefinitions(tools),
    emitToolInputs(tools),
    emitToolZod(tools),
    emitToolExamples(tools),
    emitVersion('tools'),
  ];
}
