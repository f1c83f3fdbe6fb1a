import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { npmrcFor } from './publish-copy.ts';

export interface PackageManager {
  readonly name: string;
  /** The files that lead it to the registry, by name. */
  readonly files: (registry: string) => Readonly<Record<string, string>>;
  /** The command that adds packages to the current folder. */
  readonly add: readonly [command: string, ...args: string[]];
  /** The command that runs an installed program. */
  readonly exec: readonly [command: string, ...args: string[]];
}

const bun = fileURLToPath(new URL('../node_modules/@oven/bun-linux-x64/bin/bun', import.meta.url));
const yarn = fileURLToPath(new URL('../node_modules/@yarnpkg/cli-dist/bin/yarn.js', import.meta.url));

/** Those with which our packages are installed; all four come from npm. */
export const packageManagers: readonly PackageManager[] = [
  {
    name: 'npm',
    files: (registry) => ({ '.npmrc': npmrcFor(registry) }),
    add: ['npm', 'install'],
    exec: ['npx', '--no-install'],
  },
  {
    name: 'pnpm',
    files: (registry) => ({
      '.npmrc': npmrcFor(registry),
      // A package that is minutes old is refused by default.
      'pnpm-workspace.yaml': stringify({ packages: ['.'], minimumReleaseAge: 0, strictDepBuilds: false }),
    }),
    add: ['npx', '-y', 'pnpm@12', 'add'],
    exec: ['npx', '-y', 'pnpm@12', 'exec'],
  },
  {
    name: 'yarn',
    files: (registry) => ({
      'yarn.lock': '',
      '.yarnrc.yml': stringify({
        npmRegistryServer: registry,
        unsafeHttpWhitelist: ['127.0.0.1'],
        nodeLinker: 'node-modules',
        enableTelemetry: false,
        enableGlobalCache: false,
        npmMinimalAgeGate: 0,
      }),
    }),
    add: [process.execPath, yarn, 'add'],
    exec: [process.execPath, yarn, 'exec'],
  },
  {
    name: 'bun',
    files: (registry) => ({ 'bunfig.toml': `[install]\nregistry = "${registry}"\n` }),
    add: [bun, 'add'],
    exec: [bun, 'x', '--no-install'],
  },
];

/** An empty project that the package manager takes for one of its own. */
export async function writeProject(folder: string, manager: PackageManager, registry: string): Promise<void> {
  const manifest = JSON.stringify({ name: 'somebody', private: true, type: 'module' });
  const files = { 'package.json': manifest, ...manager.files(registry) };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
}
