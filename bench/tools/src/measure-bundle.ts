import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Bytes of a program, minified and compressed, and what it takes from other packages. */
export async function measureBundle(contents: string): Promise<{ gzip: number; dependencies: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    metafile: true,
    conditions: ['@agent-workers/source'],
  });
  const gzip = outputFiles.reduce((sum, file) => sum + gzipSync(file.contents).length, 0);
  return { gzip, dependencies: Object.keys(metafile.inputs).filter((path) => path.includes('node_modules')) };
}
