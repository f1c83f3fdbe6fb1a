import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface ReadyServer {
  /** The path of a config that leads `agent-conformance` to it. */
  readonly config: string;
  readonly stop: () => Promise<void>;
}

/** Starts the server of a package by npx, on a free port; it ends when its standard input does. */
export async function readyServer(
  npx: readonly string[],
  { folder, environment }: { readonly folder: string; readonly environment: NodeJS.ProcessEnv },
): Promise<ReadyServer> {
  const options = [
    '--sandbox',
    '--ready-json',
    '--exit-with-parent',
    '--port',
    '0',
    '--data-dir',
    join(folder, 'data'),
  ];
  const child = spawn('npx', [...npx, ...options], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.once('error', reject);
  child.once('exit', (code) =>
    reject(new Error(`npx ${npx.join(' ')} ended with ${code} before it was ready.`)),
  );
  createInterface({ input: child.stdout }).once('line', resolve);
  const config = join(folder, 'server.json');
  await writeFile(config, await promise);
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await ended;
  };
  return { config, stop };
}
