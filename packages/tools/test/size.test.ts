import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const kilobyte = 1000;
const adapters = readdirSync(new URL('../src/adapters', import.meta.url));

describe('The core entry in a bundle', () => {
  it('brings one tool and its validation in at most 3 kB gzip', async () => {
    const { size } = await bundle(
      "import { NOTIFIER_CREATE_PUSH, validateInput } from './src/index.ts'; console.log(validateInput(NOTIFIER_CREATE_PUSH, {}));",
    );
    expect(size).toBeLessThanOrEqual(3 * kilobyte);
  });

  it('brings all 15 tools and their validation in at most 12 kB gzip', async () => {
    const { size } = await bundle(
      "import { definitions, validate } from './src/index.ts'; console.log(definitions, validate);",
    );
    expect(size).toBeLessThanOrEqual(12 * kilobyte);
  });

  it.each(adapters)('depends on nothing at run time, nor does its adapter %s', async (adapter) => {
    const { inputs } = await bundle(`export * from './src/adapters/${adapter}';`);
    expect(inputs.filter((path) => path.includes('node_modules'))).toEqual([]);
  });

  it('depends on nothing at run time', async () => {
    const { inputs } = await bundle("export * from './src/index.ts';");
    expect(inputs.filter((path) => path.includes('node_modules'))).toEqual([]);
  });
});

/** As an application's bundler would make it. */
async function bundle(contents: string): Promise<{ size: number; inputs: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('..', import.meta.url)), loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    metafile: true,
    conditions: ['@agent-workers/source'],
  });
  const size = outputFiles.reduce((sum, { contents: bytes }) => sum + gzipSync(bytes).length, 0);
  return { size, inputs: Object.keys(metafile.inputs) };
}
