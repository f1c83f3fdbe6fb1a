import type { Ask } from './ask.ts';

/** Where a command writes; tests hand in their own. */
export interface TerminalStreams {
  readonly out: (text: string) => void;
  readonly progress: (text: string) => void;
  /** Whether progress may rewrite its line, and output may be coloured. */
  readonly interactive: boolean;
  readonly colour: boolean;
  /** How wide the terminal of the progress is; 80 where that is not known. */
  readonly columns?: number | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** Asks at the terminal; undefined where there is no terminal. */
  readonly ask?: Ask | undefined;
}
