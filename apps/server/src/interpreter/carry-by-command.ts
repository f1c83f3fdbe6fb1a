import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readText } from './carry-by-http.ts';
import type { Carry } from './outside-interpreter.ts';

/**
 * Starts a command for each program, such as a script around a container: the program is its standard input, the
 * outcome its standard output. It's killed with all it started when the program is given up.
 */
export function carryByCommand(command: string): Carry {
  return async (program, signal) => {
    signal.throwIfAborted();
    const child = spawn(command, {
      // A group of its own, so that what it starts can be ended with it.
      detached: true,
      env: { PATH: process.env.PATH },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const end = () => killGroup(child);
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

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
