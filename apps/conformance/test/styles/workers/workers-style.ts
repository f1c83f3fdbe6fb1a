/** How a deployment fills the unspecified behavior of the Workers API; the interface allows all of them. */
export interface WorkersStyle {
  /** Where the Workers API begins. */
  readonly path: string;
  /** Status codes other than 409 are not shown. */
  readonly success: number;
  readonly refusal: number;
  readonly unknown: number;
  /** What somebody else's key may do with a run is not shown. */
  readonly othersRuns: 403 | 404;
  /** A PUT while another turn is still streaming is undefined. */
  readonly duringTurn: 'wait' | 409 | 423 | 'take';
  /** The role values were only seen. */
  readonly roles: readonly [user: string, worker: string];
  readonly preamble: boolean;
  readonly toolMessages: boolean;
  readonly extraFields: boolean;
  /** Header names compare without case; the job header may be on every endpoint, and its value is anything. */
  readonly upperCaseHeaders: boolean;
  readonly jobHeaderEverywhere: boolean;
  readonly jobValue: 'same' | 'new each time' | 'empty-looking';
  /** A job may begin after the answer that promised it: both are counted in looks at the run, by GET or PUT. */
  readonly jobDelay: number;
  readonly jobLength: number;
  /** The shape of an NDJSON line, and how lines are set. */
  readonly line: 'flat' | 'nested' | 'deltas' | 'array' | 'bare';
  readonly lineEnd: '\n' | '\r\n';
  readonly lastLineEnds: boolean;
  readonly blankLines: boolean;
  /** A reply may come in one piece, or byte by byte. */
  readonly pieces: 'one' | 'bytes' | 'words';
  readonly contentType: string;
  /** How a stored answer is set is not shown. */
  readonly storedAnswer: 'as streamed' | 'trimmed';
  readonly silentWorker: boolean;
  /** How long a message may be is not shown; in characters. */
  readonly longestMessage: number;
  readonly tooLong: 400 | 413 | 422;
  /** A message whose answer is said slowly. */
  readonly slowMessage?: string;
}

/** Messages with a known effect. */
export const messages = {
  message: 'Tell me something',
  backgroundMessage: 'start the long job',
  backgroundErrorMessage: 'start the long job without ink',
  toolCallMessage: { message: 'Tell me something of the tide', name: 'almanac', output: 'high-water-0412' },
} as const;
