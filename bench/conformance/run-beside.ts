import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { tellUsage } from './usage-of.ts';

const sources = '--conditions=@agent-workers/source';
const app = join(import.meta.dirname, '../../apps/conformance');
/** The CLI from its source, and as npm installs it: without what Node needs to leave out types. */
export const program = {
  source: [sources, join(app, 'src/main.ts')],
  built: [join(app, 'dist/main.js')],
} as const;

/** What a run of the CLI in a process of its own looked like from outside. Times are ms since the epoch. */
export interface RunBeside {
  readonly mutant: string | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
  /** When it first said that a rule is broken. */
  readonly foundAt: number | undefined;
  readonly firstRequestAt: number | undefined;
  readonly requests: number;
  /** What the deployment's process needed. */
  readonly deploymentCpuMs: number;
  readonly exitCode: number | null;
  /** What the CLI wrote on standard error; at its end, what its process needed. */
  readonly err: string;
}

export interface BesideOptions {
  /** For serve-style.ts: depth and seed of a fault by chance. */
  readonly fault?: readonly string[];
  /** For the CLI. */
  readonly args: readonly string[];
  /** From its source by default. */
  readonly cli?: readonly string[];
}

/** Runs the CLI against a deployment by hand, each in a process of its own. */
export async function runBeside({
  fault = [],
  args,
  cli = program.source,
}: BesideOptions): Promise<RunBeside> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-beside-'));
  const style = [sources, join(import.meta.dirname, 'serve-style.ts'), ...fault];
  const server = spawn(process.execPath, style, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const read = async () => JSON.parse((await lines.next()).value ?? '{}');
  const { config, document, mutant } = await read();
  const openapi = join(folder, 'openapi.json');
  const file = join(folder, 'deployment.json');
  await writeFile(openapi, JSON.stringify(document));
  await writeFile(file, JSON.stringify({ ...config, openapi }));
  const told = await runCli([...cli, 'run', '--config', file, ...args]);
  server.stdin.end();
  const { requests, firstAt, cpuMs } = await read();
  await rm(folder, { recursive: true });
  return { ...told, mutant, requests, firstRequestAt: firstAt, deploymentCpuMs: cpuMs };
}

type Told = Pick<RunBeside, 'startedAt' | 'endedAt' | 'foundAt' | 'exitCode' | 'err'>;

async function runCli(args: readonly string[]): Promise<Told> {
  const startedAt = Date.now();
  const child = spawn(process.execPath, [...tellUsage, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let foundAt: number | undefined;
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    if (text.includes('✗')) foundAt ??= Date.now();
  });
  const exitCode = await new Promise<number | null>((ended) => child.once('close', ended));
  return { startedAt, endedAt: Date.now(), foundAt, exitCode, err };
}
