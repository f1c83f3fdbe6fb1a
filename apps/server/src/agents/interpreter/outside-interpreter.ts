import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { JobOutcome } from '../../domain/program.ts';
import type { Interpreter, InterpreterLimits, Program } from './interpreter.ts';
import { readOutcome, readText } from './outcome.ts';
import { endProcessGroup } from './process-group.ts';

/** Takes a program as JSON text to where it runs, and brings back what came of it. */
export type SandboxTransport = (program: string, signal: AbortSignal) => Promise<string>;

// An outside sandbox ends programs itself, and may take a while to start; this only frees who waits for it.
const graceMilliseconds = 30_000;

/**
 * Runs programs outside of this process's reach: `{language, code, limits}` goes out, a `JobOutcome` comes back.
 * @throws when no outcome came back.
 */
export function createOutsideInterpreter(transport: SandboxTransport): Interpreter {
  return async (program) => {
    const { language, code, limits } = program;
    const answer = await transport(JSON.stringify({ language, code, limits }), deadlineOf(program));
    return parseAnswer(answer, limits);
  };
}

function deadlineOf({ limits, signal }: Program): AbortSignal {
  const deadline = AbortSignal.timeout(limits.wallClockMilliseconds + graceMilliseconds);
  return signal ? AbortSignal.any([signal, deadline]) : deadline;
}

function parseAnswer(answer: string, limits: InterpreterLimits): JobOutcome {
  try {
    return readOutcome(JSON.parse(answer), limits);
  } catch (cause) {
    throw new Error('The outside sandbox answered with something that is no outcome.', { cause });
  }
}

/** A service that runs programs. */
export interface SandboxService {
  url: string;
  /** Sent as a bearer token. */
  token?: string | undefined;
}

/** Sends each program as the body of a POST; the service answers 200 with the outcome. */
export function httpTransport({ url, token }: SandboxService): SandboxTransport {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
  };
  return async (body, signal) => {
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
    if (response.ok && response.body) return await readText(response.body);
    await response.body?.cancel();
    throw new Error(`The outside sandbox answered with status ${response.status}.`);
  };
}

/**
 * Starts a command for each program, such as a script around a container: the program is its standard input, the
 * outcome its standard output. It's killed with all it started when the program is given up.
 */
export function commandTransport(command: string): SandboxTransport {
  return async (program, signal) => {
    signal.throwIfAborted();
    const child = spawn(command, {
      // A group of its own, so that what it starts can be ended with it.
      detached: true,
      env: { PATH: process.env.PATH },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const end = () => endProcessGroup(child);
    signal.addEventListener('abort', end);
    try {
      const [answer] = await Promise.all([answerOf(child, program), once(child, 'exit')]);
      // Killed, it has ended like any other.
      signal.throwIfAborted();
      return answer;
    } finally {
      signal.removeEventListener('abort', end);
      end();
    }
  };
}

async function answerOf({ stdin, stdout }: ReturnType<typeof spawn>, program: string): Promise<string> {
  // A command that doesn't read its input still has an answer.
  stdin?.on('error', () => {}).end(program);
  return stdout ? await readText(stdout) : '';
}
