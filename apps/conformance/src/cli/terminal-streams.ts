/** Where a command writes; tests hand in their own. */
export interface TerminalStreams {
  readonly out: (text: string) => void;
  readonly progress: (text: string) => void;
  /** Whether progress may rewrite its line, and output may be coloured. */
  readonly interactive: boolean;
  readonly colour: boolean;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}
