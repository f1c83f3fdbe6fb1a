#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

const oldestNode = 22;

if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  process.stderr.write(`agent-conformance needs Node ${oldestNode} or later; this is ${process.version}.\n`);
  process.exit(2);
}

// Compiled code from the last start; the import below must come after it.
enableCompileCache();
const { dispatch } = await import('./cli/dispatch.ts');
const { createAsk } = await import('./cli/ask.ts');

const stop = new AbortController();
// The first Ctrl-C ends the run in order; a second one ends the process at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

// A reader that has seen enough, such as head, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await dispatch(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  progress: (text) => process.stderr.write(text),
  interactive: process.stderr.isTTY === true && process.env.CI === undefined,
  colour: process.stdout.isTTY === true && process.env.NO_COLOR === undefined,
  environment: process.env,
  signal: stop.signal,
  ask:
    process.stdin.isTTY === true && process.stderr.isTTY === true
      ? createAsk(process.stdin, process.stderr)
      : undefined,
});
