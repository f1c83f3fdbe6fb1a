import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const packages = fileURLToPath(new URL('../../../../packages/', import.meta.url));
const examples = fileURLToPath(new URL('../../src/', import.meta.url));

/** An empty folder with the packed tarballs and the examples in it, and nothing of the repository. */
export function installPacked(): string {
  const folder = mkdtempSync(join(tmpdir(), 'installed-'));
  mkdirSync(join(folder, 'node_modules/@agent-workers'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const name of ['types', 'client-fetch']) install(name, folder);
  // What the registry would bring: the one dependency.
  symlinkSync(dirname(dirname(require.resolve('ky'))), join(folder, 'node_modules/ky'));
  cpSync(examples, join(folder, 'src'), { recursive: true });
  return folder;
}

function install(name: string, folder: string): void {
  const source = join(packages, name);
  if (!existsSync(join(source, 'dist/index.js'))) {
    throw new Error(`${name} isn't built. Run: pnpm exec turbo run build`);
  }
  const packed = mkdtempSync(join(folder, 'packed-'));
  execFileSync('pnpm', ['pack', '--pack-destination', packed], { cwd: source, stdio: 'pipe' });
  const [tarball = ''] = readdirSync(packed);
  execFileSync('tar', ['-xzf', join(packed, tarball), '-C', packed]);
  symlinkSync(join(packed, 'package'), join(folder, 'node_modules/@agent-workers', name));
}
