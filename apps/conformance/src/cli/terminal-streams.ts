import type { Ask } from './ask.ts';

/** Where a command writes; tests hand in their own. */
export interface TerminalStreams {
  readonly out: (text: string) => void;
  readonly progress: (text: string) => void;
  /** Whether progress may rewrite its line, and output may be coloured. */
  readonly interactive: boolean;
  readonly colour: boolean;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** Asks at the terminal; undefined where there is no terminal. */
  readonly ask?: Ask | undefined;
}
