#!/usr/bin/env node
import { whyTooOld } from './cli/require-node.ts';

const tooOld = whyTooOld(process.versions.node);
if (tooOld !== undefined) {
  process.stderr.write(`${tooOld}\n`);
  process.exit(2);
}

const args = process.argv.slice(2);

// These stay beside real traffic for days. Before anybody can have asked this process to end.
if (args[0] === 'proxy' || args[0] === 'record') (await import('./cli/with-one-arena.ts')).withOneArena();

// Compiled code from the last start; the imports below must come after it. An older Node doesn't have it.
const { enableCompileCache } = await import('node:module');
enableCompileCache();

const stop = new AbortController();
// The first Ctrl-C ends the run in order; a second one ends the process at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

let isOutputLost = false;
// A reader that has seen enough, such as head, is no failure; a full disk is one, and what was made is removed all the same.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' || isOutputLost) return;
  isOutputLost = true;
  process.stderr.write(`agent-conformance: the output can't be written: ${error.message}\n`);
  process.exitCode = 3;
  stop.abort();
});

const terminal = {
  out: (text: string) => process.stdout.write(text),
  progress: (text: string) => process.stderr.write(text),
  interactive: process.stderr.isTTY === true && process.env.CI === undefined && process.env.TERM !== 'dumb',
  columns: process.stderr.columns,
  colour: process.stdout.isTTY === true && process.env.NO_COLOR === undefined,
  signal: stop.signal,
};
const exitCode = await (isLong(args) ? apart() : here());
process.exitCode = isOutputLost ? 3 : exitCode;

/** These last, and a run is the usual command: a thread of their own holds their memory. */
function isLong([first = '']: readonly string[]): boolean {
  return ['run', 'proxy', 'record', ''].includes(first) || first.startsWith('-');
}

/** This thread has nothing of them but the terminal. */
async function apart(): Promise<number> {
  const { runInThread } = await import('./cli/run-in-thread.ts');
  return runInThread(args, terminal);
}

async function here(): Promise<number> {
  const { dispatch } = await import('./cli/dispatch.ts');
  const { createAsk } = await import('./cli/ask.ts');
  const isSeated = process.stdin.isTTY === true && process.stderr.isTTY === true;
  const ask = isSeated ? createAsk(process.stdin, process.stderr) : undefined;
  return dispatch(args, { ...terminal, environment: process.env, ask });
}
