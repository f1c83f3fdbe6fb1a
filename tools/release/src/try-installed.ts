import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PackageManager, writeProject } from './package-managers.ts';
import { registryEnvironment } from './publish-copy.ts';
import { publishedPackages } from './published-packages.ts';
import { runCommand } from './run-command.ts';

export interface Shop {
  readonly scratch: string;
  readonly registry: string;
  readonly version: string;
  /** Where the released state of the repository lies. */
  readonly repository: string;
}

const program = fileURLToPath(new URL('../programs/use-packages.mjs', import.meta.url));

/** Installs all packages in an empty folder with this package manager, and uses each of them. */
export async function tryInstalled(
  manager: PackageManager,
  { scratch, registry, version }: Shop,
): Promise<void> {
  const folder = join(scratch, `with-${manager.name}`);
  await mkdir(folder);
  await writeProject(folder, manager, registry);
  const environment = registryEnvironment(scratch, registry);
  const [add, ...addArguments] = manager.add;
  const wanted = publishedPackages().map(({ name }) => `${name}@${version}`);
  await runCommand(add, [...addArguments, ...wanted, 'zod@4'], { folder, environment });
  await copyFile(program, join(folder, 'use-packages.mjs'));
  await runCommand('node', ['use-packages.mjs'], { folder });
  const [exec, ...execArguments] = manager.exec;
  const { stdout } = await runCommand(exec, [...execArguments, 'agent-conformance', '--version'], {
    folder,
    environment,
  });
  if (!stdout.includes(version))
    throw new Error(
      `agent-conformance --version, installed by ${manager.name}, said ${stdout.trim()}, not ${version}.`,
    );
}
