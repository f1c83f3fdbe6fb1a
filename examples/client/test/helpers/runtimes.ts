import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { bunBinary, denoBinary, findRuntime } from './find-runtime.ts';
import { installPacked } from './install-packed.ts';

/** How a runtime is started with a program; undefined where it isn't installed. */
export interface Runtime {
  name: string;
  command: string[] | undefined;
  /** Where the examples are. */
  folder?: string;
}

const workspace = fileURLToPath(new URL('../../', import.meta.url));

/** The runtimes whose binaries the registry has for this platform. All but Node take the packages as they are built. */
export const runtimes: Runtime[] = [
  { name: 'Node', command: [process.execPath, '--conditions=@agent-workers/source'] },
  // As a new user has them: the packed tarballs in an empty folder.
  { name: 'Node, from the tarballs', command: [process.execPath], folder: installPacked(inject('tarballs')) },
  {
    name: 'Deno',
    command: findRuntime(denoBinary, ['run', '-A', '--no-lock', '--node-modules-dir=manual']),
  },
  { name: 'Bun', command: findRuntime(bunBinary, []) },
];

/** What an example prints, and as it prints it. */
export async function runExample(
  { command: [file = '', ...options] = [], folder = workspace }: Runtime,
  name: string,
  environment: Readonly<Record<string, string>> = {},
  onOutput: (text: string) => void = () => undefined,
): Promise<string> {
  const env = { ...process.env, ...environment };
  const running = promisify(execFile)(file, [...options, `src/${name}.ts`], { cwd: folder, env });
  running.child.stdout?.on('data', (text) => onOutput(String(text)));
  return (await running).stdout;
}
