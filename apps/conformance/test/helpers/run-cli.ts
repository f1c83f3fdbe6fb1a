import type { Ask } from '../../src/cli/ask.ts';
import { dispatch } from '../../src/cli/dispatch.ts';

export interface CommandOutcome {
  readonly exitCode: number;
  readonly out: string;
  readonly progress: string;
}

/** Runs the CLI in this process. */
export async function runCli(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  signal: AbortSignal = new AbortController().signal,
  ask?: Ask,
): Promise<CommandOutcome> {
  let out = '';
  let progress = '';
  const exitCode = await dispatch(args, {
    out: (text) => {
      out += text;
    },
    progress: (text) => {
      progress += text;
    },
    interactive: false,
    colour: false,
    environment,
    signal,
    ask,
  });
  return { exitCode, out, progress };
}
