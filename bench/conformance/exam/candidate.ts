import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Operation } from '../../../apps/conformance/src/spec/spec.ts';

/** One bug that a deployment can be started with, as its author wrote it down from the interface alone. */
export interface Fault {
  readonly id: string;
  readonly operation: string | readonly string[];
  readonly basis: 'stated' | 'implied';
  /** What it takes to show it: one request, a sequence, another user … */
  readonly needs: string;
  readonly words: string;
  readonly what: string;
}

/** A deployment in a folder of its own: `start.sh PORT` with the variable FAULT, `config.json`, `faults.json`. */
export interface Candidate {
  readonly folder: string;
  readonly faults: readonly Fault[];
  /** The config for the CLI, with the text PORT where the port goes. */
  readonly config: string;
}

/** What one who has read the interface alone says of a fault: `lawful` breaks nothing, `unseen` shows nowhere. */
interface Opinion {
  readonly verdict: Fault['basis'] | 'lawful' | 'unseen';
  readonly why: string;
}

/**
 * Where the folder has a `second-reader.json`, its verdicts count and not those of the faults' author.
 *
 * @throws Error when the folder lacks one of its other files
 */
export async function readCandidate(folder: string, faults = 'faults.json'): Promise<Candidate> {
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
  const second = await read('second-reader.json').catch(() => '{}');
  const opinions: Readonly<Record<string, Opinion>> = JSON.parse(second);
  const written: readonly Fault[] = JSON.parse(await read(faults));
  return {
    folder: resolve(folder),
    faults: written.flatMap((fault): Fault[] => {
      const basis = opinions[fault.id]?.verdict ?? fault.basis;
      return basis === 'lawful' || basis === 'unseen' ? [] : [{ ...fault, basis }];
    }),
    config: await read('config.json'),
  };
}

/** Which of several sets a fault belongs to, from 1: decided by its identifier, so that a set can stay unseen. */
export function setOf({ id }: Fault, sets: number): number {
  const sum = [...id].reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7);
  return (sum % sets) + 1;
}

/** The contract's names of the operations that a fault is in. */
export function operationsOf({ operation }: Fault, contract: readonly Operation[]): readonly string[] {
  const places = [operation].flat();
  return contract
    .filter(({ method, path }) => places.some((one) => isAt(one, method, path)))
    .map(({ id }) => id);
}

function isAt(place: string, method: string, path: string): boolean {
  const plain = (text: string): string => text.replaceAll(/\{\w+\}/g, '{}');
  const own = place.replace(/\{(agents|base)_url\}/, '');
  return plain(own) === plain(`${method} ${path}`);
}

export interface Running {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** Starts the deployment, with a fault or without one, and waits for its line `ready`. */
export async function start({ folder }: Candidate, fault: string | undefined): Promise<Running> {
  const port = await freePort();
  const child = spawn(join(folder, 'start.sh'), [`${port}`], {
    cwd: folder,
    env: { ...process.env, FAULT: fault ?? '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await isReady(child);
  return { port, stop: () => stopped(child) };
}

function isReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`start.sh ended with ${code} before it was ready`)));
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.trim() === 'ready') resolve();
    });
  });
}

function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const over = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  child.kill('SIGTERM');
  const last = setTimeout(() => child.kill('SIGKILL'), 3_000);
  return over.finally(() => clearTimeout(last));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
