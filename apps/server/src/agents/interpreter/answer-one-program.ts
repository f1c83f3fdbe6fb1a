import { writeSync } from 'node:fs';
import { descriptors, readyLine } from './channel.ts';
import { closeDoors } from './close-doors.ts';
import type { Script } from './evaluate.ts';

interface Request extends Script {
  /** Comes back with the outcome. */
  token: string;
}

/**
 * The whole life of a sandboxed process: it says that it's ready, runs the one program that comes, answers with the
 * outcome and ends. It ends too when the server is gone.
 */
export function answerOneProgram(run: (script: Script) => Promise<unknown>): void {
  // Taken before the doors close.
  const write = writeSync;
  const exit = process.exit.bind(process);
  let received = '';
  async function start(): Promise<void> {
    // A program that waits for what never comes ends, for nothing else keeps this process alive.
    process.stdin.unref();
    const { token, ...script }: Request = JSON.parse(received);
    const answer = Buffer.from(`${JSON.stringify({ token, outcome: await run(script) })}\n`);
    for (let sent = 0; sent < answer.length; ) sent += write(descriptors.answer, answer, sent);
    exit(0);
  }
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (text) => {
    received += text;
    if (received.endsWith('\n')) void start();
  });
  process.stdin.on('end', () => exit(0));
  // Before the program comes, which would have to wait for it.
  closeDoors();
  write(descriptors.answer, readyLine);
}
