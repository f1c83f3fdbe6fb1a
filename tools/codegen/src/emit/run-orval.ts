import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate, type Options } from 'orval';
import type { GeneratedFile } from '../generated-file.ts';
import type { OpenApiDocument } from '../read/openapi-document.ts';

type Output = Exclude<NonNullable<Options['output']>, string>;

/** Runs orval on a document in a folder of its own, and gives what it wrote. */
export async function runOrval(
  document: OpenApiDocument,
  output: Omit<Output, 'target'>,
): Promise<GeneratedFile[]> {
  const folder = mkdtempSync(join(tmpdir(), 'codegen-'));
  const written = join(folder, 'out');
  const target = join(written, 'api.ts');
  try {
    // orval's type asks for its own parser's document type, which describes the same JSON.
    const input = { target: document as unknown as Record<string, unknown> };
    await generate({ input, output: { ...output, target } }, folder, {
      logLevel: 'error',
      throwOnError: true,
    });
    return readFiles(written);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readFiles(folder: string): GeneratedFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .sort()
    .map((path) => ({ path: path.slice(folder.length + 1), content: readFileSync(path, 'utf8') }));
}
