#!/usr/bin/env node
import { dispatch } from './cli/dispatch.ts';

const stop = new AbortController();
// The first Ctrl-C ends the run in order; a second one ends the process at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

// A reader that has seen enough, such as head, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const colour = process.stdout.isTTY === true && process.env.NO_COLOR === undefined;

process.exitCode = await dispatch(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  progress: (text) => process.stderr.write(text),
  interactive: process.stderr.isTTY === true && process.env.CI === undefined,
  colour,
  environment: process.env,
  signal: stop.signal,
});
