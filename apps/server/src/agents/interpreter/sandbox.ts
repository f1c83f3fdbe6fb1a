import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { descriptors, readyLine } from './channel.ts';
import { maximumAnswerBytes } from './outcome.ts';
import { endProcessGroup } from './process-group.ts';

/** A sandboxed process that is going to run one program, and then end. */
export interface Sandbox {
  /** Resolves when it takes a program; rejects when it can't start. */
  ready: Promise<void>;
  /** Sends the program. @returns all that the process wrote until it ended. @throws {TooMuchWritten} */
  run(program: string): Promise<string>;
  /** Resolves when the process has ended. */
  ended: Promise<void>;
  isAlive(): boolean;
  /** Of the process that leads its group; undefined when it could not be started. */
  pid: number | undefined;
  /** Whether this process waits for the sandbox before it ends. Default true. */
  hold(isHeld: boolean): void;
  /** Ends the process and all that it started, at once. */
  kill(): void;
}

/** The process wrote more than an answer can be; the rest is not read. */
export class TooMuchWritten extends Error {}

/** Follows a process until it says that it's ready, and until it ends. */
export function toSandbox(child: ChildProcess): Sandbox {
  const program = child.stdio[descriptors.program] as Writable;
  const answer = child.stdio[descriptors.answer] as Readable & { ref(): void; unref(): void };
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const written = readAnswer(answer, ready.resolve);
  // A process that has ended can't be told anything; what it wrote says how it ended.
  program.on('error', () => {});
  child.once('error', (error) => {
    ready.reject(error);
    ended.resolve();
  });
  child.once('exit', (code) => {
    ready.reject(new Error(`The interpreter's process could not start: exit code ${code}.`));
    ended.resolve();
  });
  // A failure reaches the caller that runs a program in it; until then it must not count as unhandled.
  for (const promise of [ready.promise, written]) promise.catch(() => {});
  return {
    ready: ready.promise,
    ended: ended.promise,
    pid: child.pid,
    run(line) {
      program.write(`${line}\n`);
      return written;
    },
    isAlive: () => child.pid !== undefined && child.exitCode === null && child.signalCode === null,
    hold(isHeld) {
      for (const held of [child, answer, program as Writable & typeof answer])
        isHeld ? held.ref() : held.unref();
    },
    kill: () => endProcessGroup(child),
  };
}

const lineEnd = 10;
/** Node may wait for its own threads for ever when it exits: so long it has for that once its answer is there. */
const exitMilliseconds = 500;

/** @returns what comes after the line that says that the process is ready. */
async function readAnswer(stream: Readable, onReady: () => void): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let exiting: NodeJS.Timeout | undefined;
  const { promise: late, resolve } = Promise.withResolvers<void>();
  async function readAll(): Promise<void> {
    for await (const chunk of stream) {
      const begin = Math.max(0, readyLine.length - bytes);
      bytes += chunk.byteLength;
      if (bytes > maximumAnswerBytes)
        throw new TooMuchWritten('The process wrote more than an answer can be.');
      chunks.push(chunk);
      if (bytes >= readyLine.length) onReady();
      if (chunk.indexOf(lineEnd, begin) !== -1) exiting ??= setTimeout(resolve, exitMilliseconds);
    }
  }
  await Promise.race([readAll(), late]).finally(() => clearTimeout(exiting));
  return Buffer.concat(chunks).toString('utf8').slice(readyLine.length);
}
