import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Report } from '../../../apps/conformance/src/report/report.ts';

const program = fileURLToPath(new URL('../../../apps/conformance/dist/main.js', import.meta.url));

/** The built program before a deployment, in a process of its own. */
export interface StandingProxy {
  readonly origin: string;
  /** Ends it, with the report. */
  readonly end: () => Promise<Report>;
}

/** @param config what its owner tells of the deployment */
export async function standBefore(config: object, folder: string): Promise<StandingProxy> {
  const { child, out } = await start('proxy', config, folder, ['--listen', '127.0.0.1:0']);
  const origin = await listensAt(child);
  return {
    origin,
    end: async () => {
      child.kill('SIGTERM');
      return JSON.parse(await out);
    },
  };
}

/** What `judge` says of a HAR. */
export async function judgeHar(har: string, config: object, folder: string): Promise<Report> {
  const { child, out } = await start('judge', config, folder, ['--har', har]);
  child.stderr?.resume();
  return JSON.parse(await out);
}

async function start(
  command: string,
  config: object,
  folder: string,
  more: readonly string[],
): Promise<{ readonly child: ChildProcess; readonly out: Promise<string> }> {
  if (!existsSync(program)) throw new Error(`Build the program first: pnpm build. ${program} is not there.`);
  const file = join(folder, 'deployment.json');
  await writeFile(file, JSON.stringify(config));
  const child = spawn(process.execPath, [program, command, '--config', file, '--json', ...more], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '' },
  });
  return { child, out: text(child.stdout) };
}

function listensAt(child: ChildProcess): Promise<string> {
  const told = Promise.withResolvers<string>();
  let said = '';
  child.stderr?.on('data', (piece: Buffer) => {
    said += piece;
    const [, origin] = /User API: (http:\/\/127\.0\.0\.1:\d+)/.exec(said) ?? [];
    if (origin !== undefined && said.includes('Ctrl-C')) told.resolve(origin);
  });
  child.once('exit', () => told.reject(new Error(`The proxy ended: ${said}`)));
  return told.promise;
}
